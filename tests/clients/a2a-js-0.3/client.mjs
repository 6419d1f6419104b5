// The JavaScript A2A client 0.3.14 with its default settings: one JSON command a line in, one task a line out.
import readline from 'node:readline';
import { randomUUID } from 'node:crypto';
import { ClientFactory } from '@a2a-js/sdk/client';

const shown = (task) => {
  const parts = task.status.message?.parts ?? [];
  return {
    id: task.id,
    state: task.status.state,
    text: parts.filter((part) => part.kind === 'text').map((part) => part.text).join(' '),
    data: parts.find((part) => part.kind === 'data')?.data ?? null,
    artifacts: (task.artifacts ?? []).map((artifact) => artifact.name),
    history: (task.history ?? []).length,
  };
};

const message = (command) => ({
  kind: 'message',
  messageId: command.message_id ?? randomUUID(),
  role: 'user',
  parts: [
    ...(command.data ? [{ kind: 'data', data: command.data }] : []),
    ...(command.text ? [{ kind: 'text', text: command.text }] : []),
  ],
  ...(command.task_id ? { taskId: command.task_id } : {}),
});

const client = await new ClientFactory().createFromUrl(process.argv[2]);
const done = async (command) => {
  if (command.do === 'send') return shown(await client.sendMessage({ message: message(command) }));
  if (command.do === 'get') return shown(await client.getTask({ id: command.id }));
  return shown(await client.cancelTask({ id: command.id }));
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
