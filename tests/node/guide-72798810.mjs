import { Mppx, tempo } from 'mppx/client'
import { createClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tempoModerato } from 'viem/chains'

const { URL: url, KEY, RPC } = process.env
const account = privateKeyToAccount(KEY)
const wallet = tempo.charge({
  account,
  mode: 'pull',
  getClient: () => createClient({ account, chain: tempoModerato, transport: http(RPC) }),
})
const mppx = Mppx.create({ polyfill: false, methods: [wallet] })
let kept
mppx.onCredentialCreated(({ credential }) => { kept = credential })
const body = '{"url": "https://example.com/", "element_selector": "h1", "problem": "It says only Welcome"}'
const send = () => {
  const headers = { 'content-type': 'application/json', ...(kept && { authorization: kept }) }
  return (kept ? fetch : mppx.fetch)(url, { method: 'POST', headers, body })
}
let answer
while (!answer || [409, 502, 503].includes(answer.status)) {
  try { answer = await send() } catch (lost) { if (!kept) throw lost }
  if (!answer?.ok) await new Promise((resolve) => setTimeout(resolve, 2000))
}
console.log(answer.status, (await answer.json()).diagnosis)
