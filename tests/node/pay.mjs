// Pays one call with mppx as it comes: node pay.mjs URL MODE KEY RPC BODY. Prints what came back.
import { Mppx, tempo } from 'mppx/client'
import { createClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempoModerato } from 'viem/chains'

const [url, mode, key, rpc, body] = process.argv.slice(2)
const account = privateKeyToAccount(key)
const seen = []
const recording = async (input, init) => {
  const sent = new Headers(input instanceof Request ? input.headers : init?.headers)
  const answer = await fetch(input, init)
  seen.push({ status: answer.status, authorization: sent.get('authorization') })
  return answer
}
const mppx = Mppx.create({
  polyfill: false,
  fetch: recording,
  methods: [
    tempo.charge({
      account,
      mode,
      getClient: () => createClient({ account, chain: tempoModerato, transport: http(rpc) }),
    }),
  ],
})
const answer = await mppx.fetch(url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})
console.log(
  JSON.stringify({
    status: answer.status,
    receipt: answer.headers.get('payment-receipt'),
    cache: answer.headers.get('cache-control'),
    body: await answer.json(),
    credential: seen.at(-1)?.authorization,
    seen: seen.map((one) => one.status),
  }),
)
