import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { API_KEY_PREFIX } from '../src/domain/tokens.ts'
import { startSandbox, type Sandbox, type SandboxInfo } from '../src/sandbox/sandbox.ts'
import type { CallContext } from '../src/store/context.ts'

/**
 * The addresses of a sandbox, and what only operators can add to it: credentials with insufficient permissions, a suspended agent, people,
 * and plan changes.
 */
export interface FuzzSandboxInfo extends SandboxInfo {
  /** Accepts POST {organization_id, plan}, which changes the plan of an organization. */
  readonly plan_url: string
  /** Accepts POST {organization_id, email, role, joined}, which invites a person or adds a member, and returns the record. */
  readonly people_url: string
  /** For each organization, a key without scopes, and the e-mail address of a viewer. */
  readonly insufficient: Readonly<
    Record<string, { readonly api_key: string; readonly email: string }>
  >
  readonly suspended_agent: string
}

const SUSPENDED = 'fuzz-agent-suspended'
/** The public key of the first test vector of RFC 8032. */
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

/** Starts a sandbox like `svc-registry sandbox --json --port 0` with these additions, and prints its addresses as JSON. */
async function main(): Promise<void> {
  const {
    info,
    services: { store, now },
  } = await startSandbox(0)
  const context = (): CallContext => ({
    now: now(),
    actor: { type: 'operator', id: 'fuzz', ip: null },
    request_id: null,
    user_agent: 'fuzz',
    random: randomBytes,
  })
  const insufficient: Record<string, { api_key: string; email: string }> = {}
  for (const { organization_id, admin_email } of info.organizations) {
    const api_key = API_KEY_PREFIX + `fuzz_no_scopes_${organization_id}_`.padEnd(43, '0')
    const email = admin_email.replace('admin@', 'viewer@')
    await store.createApiKey(context(), {
      organization_id,
      name: 'Nothing is allowed',
      scopes: [],
      token: api_key,
    })
    await store.addMember(context(), { organization_id, email, role: 'viewer' })
    insufficient[organization_id] = { api_key, email }
  }
  await register(info)
  await store.setSuspended(context(), {
    svc_id: SUSPENDED,
    suspended: true,
    reason: 'for the fuzzer',
  })
  const plan_url = await serveCommand((change: PlanChange) => store.setPlan(context(), change))
  const people_url = await serveCommand(async ({ joined, ...person }: NewPerson) => {
    if (joined) return store.addMember(context(), person)
    const made = await store.inviteAsOperator(context(), person)
    return made.kind === 'created' ? made.invitation : made
  })
  console.log(
    JSON.stringify({
      ...info,
      plan_url,
      people_url,
      insufficient,
      suspended_agent: SUSPENDED,
    } satisfies FuzzSandboxInfo),
  )
}

type PlanChange = Parameters<Sandbox['services']['store']['setPlan']>[1]

type NewPerson = Parameters<Sandbox['services']['store']['addMember']>[1] & {
  readonly joined: boolean
}

/** Serves an operator command over HTTP, because the hooks run in another process. Returns its address. */
async function serveCommand<Wanted>(change: (wanted: Wanted) => Promise<unknown>): Promise<string> {
  const server = createServer(async (req, res) => {
    const result = await change((await json(req)) as Wanted)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result ?? null))
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function register({ base_url, organizations }: SandboxInfo): Promise<void> {
  const body = {
    svc_id: SUSPENDED,
    name: 'Suspended',
    version: '1',
    manifest_hash: 'none',
    public_key: PUBLIC_KEY,
  }
  const headers = { 'X-API-Key': organizations[0]!.api_key, 'Content-Type': 'application/json' }
  const { status } = await fetch(`${base_url}/agents/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (status !== 201)
    throw new Error(`The agent that is to be suspended cannot be registered: ${status}`)
}

await main()
