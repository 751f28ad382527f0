/**
 * A sandbox with a heap of 1 GiB under floods of requests with large, compressed and slow bodies that need no credential. Prints one JSON
 * line for each attack: the response times of `/healthz` during the attack, and the memory of the process compared with that after 1,000
 * requests.
 *
 * `node bench/attack.ts [seconds]`; by default 10 for each attack.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { quantile, round } from './kit/figures.ts'
import { statusBytes } from './kit/proc.ts'
import { endWithThis } from './kit/resources.ts'

const SECONDS = Number(process.argv[2] ?? 10)
const ATTACKERS = 330
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const VERIFY = '/api/v1/admin/auth/verify-pin'
const JSON_TYPE = { 'Content-Type': 'application/json' }

const sandbox = spawn(
  process.execPath,
  ['--max-old-space-size=1024', MAIN, 'sandbox', '--port', '0', '--json'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
endWithThis(sandbox)
let exited: number | undefined
sandbox.once('exit', (code) => {
  exited = code ?? -1
})
const [line] = (await once(createInterface(sandbox.stdout), 'line')) as [string]
const { base_url } = JSON.parse(line) as { base_url: string }
const { hostname, port } = new URL(base_url)

interface Sent {
  readonly status: number
  readonly milliseconds: number
}
function send(
  path: string,
  method: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
  agent: Agent,
): Promise<Sent> {
  const began = performance.now()
  return new Promise((resolve) => {
    const finish = (status: number) => resolve({ status, milliseconds: performance.now() - began })
    httpRequest({ hostname, port, path, method, headers, agent }, (response) => {
      response
        .resume()
        .once('end', () => finish(response.statusCode ?? 0))
        .once('error', () => finish(0))
    })
      .once('error', () => finish(0))
      .end(body)
  })
}

/** Returns the anonymous memory of the sandbox in bytes, on systems that report it. */
const memory = (): number => statusBytes(sandbox.pid!, 'RssAnon')

const objects = (bytes: number) => Buffer.from(`[${'{},'.repeat(Math.floor((bytes - 4) / 3))}{}]`)
type Attack = (until: number) => Promise<Map<number, number>>

/** Sends the same request repeatedly on a number of connections. */
const flood =
  (path: string, body: Buffer, headers: Record<string, string> = {}): Attack =>
  async (until) => {
    const statuses = new Map<number, number>()
    const agent = new Agent({ keepAlive: true, maxSockets: ATTACKERS })
    await Promise.all(
      Array.from({ length: ATTACKERS }, async () => {
        while (performance.now() < until && exited === undefined) {
          const { status } = await send(path, 'POST', { ...JSON_TYPE, ...headers }, body, agent)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }),
    )
    agent.destroy()
    return statuses
  }

/** Opens requests and sends their bodies in chunks of one byte: 4,000 at once, then ten a second. */
const drip =
  (path: string): Attack =>
  async (until) => {
    const statuses = new Map<number, number>()
    await Promise.all(
      Array.from({ length: ATTACKERS }, async () => {
        while (performance.now() < until && exited === undefined) {
          const socket = connect(Number(port), hostname).on('error', () => undefined)
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n[\r\n'.repeat(4000)}`,
          )
          const dripping = setInterval(() => void socket.write('1\r\n[\r\n'), 100)
          socket.once('data', (data: Buffer) => {
            const status = Number(data.toString('latin1', 9, 12))
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          })
          await Promise.race([
            once(socket, 'close').catch(() => undefined),
            delay(Math.max(0, until - performance.now())),
          ])
          clearInterval(dripping)
          socket.destroy()
        }
      }),
    )
    return statuses
  }

const ATTACKS: Readonly<Record<string, Attack>> = {
  'compressed bodies': flood(VERIFY, gzipSync(objects(1024 ** 2)), { 'Content-Encoding': 'gzip' }),
  'largest bodies': flood('/api/v1/installations/bootstrap', objects(65_536)),
  'oversized bodies': flood(VERIFY, objects(1024 ** 2)),
  'slow bodies': drip('/api/v1/installations/bootstrap'),
}

const own = new Agent({ keepAlive: true })
for (let warm = 0; warm < 1000; warm += 1)
  await send(VERIFY, 'POST', JSON_TYPE, Buffer.from('{}'), own)
const before = memory()

for (const [attack, run] of Object.entries(ATTACKS)) {
  const until = performance.now() + SECONDS * 1000
  const health: Sent[] = []
  let peak = 0
  const [statuses] = await Promise.all([
    run(until),
    (async () => {
      while (performance.now() < until && exited === undefined) {
        health.push(await send('/healthz', 'GET', {}, undefined, own))
        peak = Math.max(peak, memory())
        await delay(20)
      }
    })(),
  ])
  const times = health.map(({ milliseconds }) => milliseconds)
  console.log(
    JSON.stringify({
      bench: 'attack',
      attack,
      connections: ATTACKERS,
      seconds: SECONDS,
      alive: exited === undefined && health.every(({ status }) => status === 200),
      responses: Object.fromEntries([...statuses].sort()),
      healthz_p50_ms: round(quantile(times, 0.5), 1),
      healthz_p99_ms: round(quantile(times, 0.99), 1),
      memory_before_bytes: before,
      memory_peak_bytes: peak,
    }),
  )
  if (exited !== undefined) break
}
own.destroy()
if (exited !== undefined) process.exitCode = 1
sandbox.kill()
