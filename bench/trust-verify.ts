/**
 * Verifications of an agent's signature over a trust context, in one process, against `openssl speed ed25519` on the same core. Each builds
 * its message, decodes the signature, rejects weak keys, verifies the signature, checks freshness and returns a verdict. The second line is
 * `POST /trust/verify` over HTTP, with every feature enabled and a memory store. All rates are per second of processor time, as openssl
 * reports them.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { keyPairOfSeed, signMessage } from '../src/domain/crypto/ed25519.ts'
import { NO_POLICY } from '../src/domain/policies/policy.ts'
import { iso } from '../src/domain/time.ts'
import { conclude, examine } from '../src/domain/trust/trust.ts'
import { signedText } from '../src/domain/signatures/signature.ts'
import { startContender } from './kit/contender.ts'
import { median, megabytes, quantile, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes } from './kit/load.ts'
import { LOAD_CORE, onCore, SERVER_CORE, stayOnCore } from './kit/pin.ts'
import type { TrustServerInfo } from './kit/trust-server.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const SIGNATURES = 1000
const CALLERS = 32
const [ROUNDS, ROUND_MS] = SHORT ? [4, 500] : [10, 1000]

const server = await startContender<TrustServerInfo>(
  new URL('kit/trust-server.ts', import.meta.url),
)
const { agent_id, workspace_id, api_key, seed } = server.info
const { publicKey, privateKey } = keyPairOfSeed(Buffer.from(seed, 'hex'))
const subject = {
  svc_id: agent_id,
  public_key: Buffer.from(publicKey).toString('base64'),
  key_sound: true,
  suspended_at: null,
  revoked_at: null,
}
// Without a nonce the same context can be verified repeatedly until its timestamp is too old, after five minutes.
const timestamp = iso(Date.now())
const prepared = Array.from({ length: SIGNATURES }, () => {
  const context = { workspace_id, timestamp, trace: randomBytes(8).toString('hex') }
  return {
    svc_id: agent_id,
    context,
    signature: Buffer.from(
      signMessage(privateKey, signedText('trust', { svc_id: agent_id, context })),
    ).toString('base64'),
  }
})
const requests = prepared.map((body) =>
  requestBytes({ path: '/api/v1/trust/verify', headers: { 'X-API-Key': api_key }, body }),
)

async function inProcess() {
  stayOnCore(SERVER_CORE)
  const began = performance.now()
  const before = process.cpuUsage()
  let done = 0
  for (; performance.now() - began < ROUND_MS; done += 1) {
    const { signature, context } = prepared[done % SIGNATURES]!
    const { valid, reason } = conclude(
      examine(subject, signature, context, { issuer: 'https://registry.test' }, iso(Date.now())),
      false,
      NO_POLICY,
    )
    if (!valid) throw new Error(reason)
  }
  // The rate is per second of processor time, as openssl reports it.
  const { user, system } = process.cpuUsage(before)
  return { per_s: (done / (user + system)) * 1e6, latencies: [] as readonly number[] }
}

async function openssl() {
  const [command, ...given] = onCore(SERVER_CORE, [
    'openssl',
    'speed',
    '-mr',
    '-seconds',
    '1',
    'ed25519',
  ])
  const { stdout, error } = spawnSync(command!, given, { encoding: 'utf8' })
  const per_s = /^\+F6:.*Ed25519:[\d.]+:([\d.]+)/m.exec(stdout ?? '')?.[1]
  if (per_s === undefined) throw new Error(`openssl did not run: ${error?.message ?? stdout}`)
  return { per_s: Number(per_s), latencies: [] as readonly number[] }
}

async function overHttp() {
  stayOnCore(LOAD_CORE)
  let turn = 0
  const before = await server.usage()
  const { responses, latencies } = await load(
    server.port,
    Array.from({ length: CALLERS }, () => () => requests[(turn += 1) % SIGNATURES]),
    ROUND_MS,
    { text: '"valid":true' },
  )
  return { per_s: (responses / ((await server.usage()).cpu_us - before.cpu_us)) * 1e6, latencies }
}

const results = await alternate({ inProcess, openssl, overHttp }, ROUNDS)
const { memory } = await server.usage()
await server.end()
const rates = (name: keyof typeof results) => results[name].map(({ per_s }) => per_s)
const latencies = results.overHttp.flatMap((done) => done.latencies)
report({
  bench: 'trust-verify',
  ratio: round(ratioOf(rates('inProcess'), rates('openssl'))),
  target: 0.8,
  against: 'openssl speed ed25519',
  rss_mb: megabytes(process.memoryUsage.rss()),
  per_s: Math.round(median(rates('inProcess'))),
  peer_per_s: Math.round(median(rates('openssl'))),
})
report({
  bench: 'trust-verify-http',
  ratio: round(ratioOf(rates('overHttp'), rates('openssl'))),
  against: 'openssl speed ed25519',
  p50_ms: round(quantile(latencies, 0.5)),
  p99_ms: round(quantile(latencies, 0.99)),
  rss_mb: megabytes(memory),
  callers: CALLERS,
  per_s: Math.round(median(rates('overHttp'))),
  peer_per_s: Math.round(median(rates('openssl'))),
})
