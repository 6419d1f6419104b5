// The JavaScript A2A client 1.3.0 with its default settings: one JSON command a line in, one task a line out.
import readline from 'node:readline';
import { randomUUID } from 'node:crypto';
import { Role, TaskState } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';

const of = (parts, kind) => parts.filter((part) => part.content?.$case === kind).map((part) => part.content.value);
const shown = (task) => {
  const parts = task.status.message?.parts ?? [];
  return {
    id: task.id,
    state: TaskState[task.status.state].replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'),
    text: of(parts, 'text').join(' '),
    data: of(parts, 'data')[0] ?? null,
    artifacts: (task.artifacts ?? []).map((artifact) => artifact.name),
    history: (task.history ?? []).length,
  };
};

const part = ($case, value) => ({ content: { $case, value }, metadata: undefined, filename: '', mediaType: '' });
const message = (command) => ({
  messageId: command.message_id ?? randomUUID(),
  contextId: '',
  taskId: command.task_id ?? '',
  role: Role.ROLE_USER,
  parts: [
    ...(command.data ? [part('data', command.data)] : []),
    ...(command.text ? [part('text', command.text)] : []),
  ],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
});

const client = await new ClientFactory().createFromUrl(process.argv[2]);
const done = async (command) => {
  if (command.do === 'send') {
    const answer = await client.sendMessage({ tenant: '', message: message(command), configuration: undefined, metadata: undefined });
    return shown(answer.task ?? answer.payload?.value ?? answer);
  }
  if (command.do === 'get') return shown(await client.getTask({ tenant: '', id: command.id }));
  return shown(await client.cancelTask({ tenant: '', id: command.id, metadata: undefined }));
};
for await (const line of readline.createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await done(JSON.parse(line));
  } catch (error) {
    answer = { error: `${error.constructor.name}: ${error.message}` };
  }
  console.log(JSON.stringify(answer));
}
