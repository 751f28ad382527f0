/**
 * What one organization with one key and 8 connections gets done alone, and beside another one with 50 keys and 64 connections, in one
 * process and one run: `node bench/fairness.ts [seconds]`. Prints one JSON line; the ratio is to stay above one half
 * (docs/specification/trust.md#budgets). The documented limits apply to both.
 */
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const SECONDS = Number(process.argv[2] ?? 15)
const app = await createApp({ ...readConfig({ store: 'memory:' }, {}), log_level: 'silent' })
app.setReady(true)
app.server.listen(0, '127.0.0.1')
await once(app.server, 'listening')
const { port } = app.server.address() as AddressInfo
const { store } = app.services
const act = app.jobs.act

async function organization(keys: number) {
  const { organization_id } = await store.createOrganization(act(), { name: `with ${keys} keys`, plan: 'enterprise' })
  const made = await Promise.all(Array.from({ length: keys }, () => store.createApiKey(act(), { organization_id, name: 'bench' })))
  return { organization_id, keys: made.map((one) => (one.kind === 'created' ? one.token : '')) }
}
type Tenant = Awaited<ReturnType<typeof organization>>

/** Asks on so many connections until the time is over, and counts what was done. */
async function load({ organization_id, keys }: Tenant, connections: number, until: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts = { done: 0, refused: 0 }
  const times: number[] = []
  await Promise.all(Array.from({ length: connections }, async (_, connection) => {
    for (let turn = connection; performance.now() < until; turn += connections) {
      const began = performance.now()
      const status = await new Promise<number>((resolve, reject) => {
        httpRequest({ port, path: `/api/v1/orgs/${organization_id}/workspaces`, headers: { 'X-API-Key': keys[turn % keys.length]! }, agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode!))
        }).once('error', reject).end()
      })
      if (status !== 200) { counts.refused += 1; continue }
      counts.done += 1
      times.push(performance.now() - began)
    }
  }))
  agent.destroy()
  times.sort((a, b) => a - b)
  return { ...counts, p99_ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) }
}

const quiet = await organization(1)
const alone = await load(quiet, 8, performance.now() + SECONDS * 1000)
// Its own limit refills, so that it begins both rounds alike.
await new Promise((resolve) => setTimeout(resolve, 61_000))
const crowd = await organization(50)
const until = performance.now() + SECONDS * 1000
const [beside, other] = await Promise.all([load(quiet, 8, until), load(crowd, 64, until)])
console.log(JSON.stringify({ bench: 'fairness', seconds: SECONDS, alone, beside, crowd: other, ratio: Math.round((beside.done / alone.done) * 100) / 100 }))
app.server.close()
app.server.closeAllConnections()
await store.close()
