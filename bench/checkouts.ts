/**
 * The cost of a change: this checkout against another one of the same project, `node bench/checkouts.ts DIR`, where DIR is the other. The
 * sandbox of each runs in a process on one core; they run in alternation under one client on the other core, with heartbeats,
 * `trust/verify` with fresh nonces, and tasks routed to the reference agent of the sandbox, including signatures.
 *
 * `ratio` is the processor time of the other checkout over ours for one request: below 1 ours is more expensive.
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import canonicalize from 'canonicalize'
import { median, report, round, SHORT } from './kit/figures.ts'
import { load, requestBytes, type Load } from './kit/load.ts'
import { LOAD_CORE, onCore, SERVER_CORE, stayOnCore } from './kit/pin.ts'
import { processorTime } from './kit/proc.ts'
import { endWithThis } from './kit/resources.ts'
import { alternate, ratioOf } from './kit/alternation.ts'

const CALLERS = 16
const [ROUNDS, ROUND_MS] = SHORT ? [6, 400] : [16, 800]
/** What a response contains if it is not a refusal. */
const TEXTS: Readonly<Record<string, string>> = {
  'trust-verify': '"valid":true',
  'routed-task': '"completed"',
}

interface SandboxInfo {
  readonly base_url: string
  readonly issuer?: string
  readonly organizations: readonly {
    readonly organization_id: string
    readonly workspace_id: string
    readonly api_key: string
    readonly plan: string
  }[]
  readonly agent: { readonly svc_id: string }
}
type Sources = readonly (() => Buffer)[]
interface Checkout {
  readonly port: number
  readonly work: Readonly<Record<string, Sources>>
  cpu_us(): number
  end(): Promise<void>
}

const other = process.argv[2]
if (other === undefined) {
  console.error('Usage: node bench/checkouts.ts DIR, the folder of the checkout to compare with')
  process.exit(2)
}
stayOnCore(LOAD_CORE)
const checkouts = {
  ours: await started(join(import.meta.dirname, '..')),
  theirs: await started(other),
}
for (const name of Object.keys(checkouts.ours.work)) {
  const turn = (checkout: Checkout) => async (): Promise<Load & { readonly cpu_us: number }> => {
    const before = checkout.cpu_us()
    const done = await load(checkout.port, checkout.work[name]!, ROUND_MS, {
      text: TEXTS[name] ?? '',
    })
    return { ...done, cpu_us: (checkout.cpu_us() - before) / done.responses }
  }
  const results = await alternate(
    { ours: turn(checkouts.ours), theirs: turn(checkouts.theirs) },
    ROUNDS,
  )
  const costs = (whose: 'ours' | 'theirs') => results[whose].map(({ cpu_us }) => cpu_us)
  const rates = (whose: 'ours' | 'theirs') => results[whose].map(({ per_s }) => per_s)
  report({
    bench: `checkouts-${name}`,
    against: 'the other checkout',
    ratio: round(ratioOf(costs('theirs'), costs('ours'))),
    rate_ratio: round(ratioOf(rates('ours'), rates('theirs'))),
    per_s: Math.round(median(rates('ours'))),
    other_per_s: Math.round(median(rates('theirs'))),
    cpu_us: Math.round(median(costs('ours'))),
    other_cpu_us: Math.round(median(costs('theirs'))),
  })
}
for (const { end } of Object.values(checkouts)) await end()
process.exit(0)

/** Starts the sandbox of a checkout with a new agent and some installations of it. */
async function started(folder: string): Promise<Checkout> {
  const [command, ...args] = onCore(SERVER_CORE, [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    join(folder, 'src/main.ts'),
    'sandbox',
    '--port',
    '0',
    '--json',
  ])
  const child = spawn(command!, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SVC_LOG_LEVEL: 'error' },
  })
  endWithThis(child)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const info = JSON.parse(line) as SandboxInfo
  const { workspace_id, api_key } = info.organizations.find(({ plan }) => plan === 'enterprise')!
  const post = async (
    path: string,
    body: object,
    headers: Record<string, string> = { 'X-API-Key': api_key },
  ): Promise<Record<string, string>> => {
    const response = await fetch(info.base_url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(
        `${folder}: POST ${path} responded with ${response.status} ${await response.text()}`,
      )
    return (await response.json()) as Record<string, string>
  }

  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey
    .export({ format: 'der', type: 'spki' })
    .subarray(12)
    .toString('base64')
  const identity = {
    name: 'Bench Agent',
    version: '1.0.0',
    public_key,
    manifest_hash: hash('sha256', randomBytes(16), 'hex'),
  }
  const svc_id = hash('sha256', canonicalize(identity)!, 'hex')
  await post('/agents/register', { svc_id, ...identity })

  const heartbeats: (() => Buffer)[] = []
  while (heartbeats.length < CALLERS) {
    const { token } = await post(`/workspaces/${workspace_id}/install-tokens`, { agent_id: svc_id })
    const { installation_id, runtime_token } = await post(
      '/installations/bootstrap',
      { install_token: token },
      {},
    )
    const bytes = requestBytes({
      path: `/api/v1/installations/${installation_id}/lease`,
      headers: { Authorization: `Bearer ${runtime_token}` },
      body: { status: 'running', heartbeat_interval_seconds: 60 },
    })
    heartbeats.push(() => bytes)
  }
  const verification = (): Buffer => {
    const context = {
      workspace_id,
      issuer: info.issuer ?? '',
      audience: { svc_id: info.agent.svc_id },
      skill: 'summarize_text',
      request_body_hash: hash('sha256', 'bench', 'hex'),
      nonce: randomBytes(16).toString('base64url'),
      timestamp: new Date().toISOString(),
    }
    const signature = sign(
      null,
      Buffer.from(`svc-trust-v1\n${canonicalize({ svc_id, context })}`),
      privateKey,
    ).toString('base64')
    return requestBytes({
      path: '/api/v1/trust/verify',
      headers: { 'X-API-Key': api_key },
      body: { svc_id, signature, context },
    })
  }
  const task = requestBytes({
    path: '/api/v1/a2a/route',
    headers: { 'X-API-Key': api_key },
    body: {
      skill: 'summarize_text',
      message: 'One sentence. And another.',
      context: { workspace_id },
    },
  })
  const callers = <T>(source: T): readonly T[] => Array.from({ length: CALLERS }, () => source)
  return {
    port: Number(new URL(info.base_url).port),
    work: {
      heartbeat: heartbeats,
      'trust-verify': callers(verification),
      'routed-task': callers(() => task),
    },
    cpu_us: () => processorTime(child.pid!),
    async end() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
