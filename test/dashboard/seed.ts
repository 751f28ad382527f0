import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import type { AgentCaller } from '../../src/ports/agent-caller.ts'
import { agentIdentity, bootstrap, installToken, type TestAgent } from '../http/agents.ts'
import { ISSUER } from '../http/platform.ts'
import type { Dashboard, Seeded } from './dashboard.ts'

const FIRST = ['Amber', 'Brisk', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Grove', 'Haven']
const SECOND = ['Booker', 'Clerk', 'Drafter', 'Editor', 'Finder', 'Grader', 'Reader', 'Planner']
const CATEGORIES = ['finance', 'productivity', 'support', 'logistics', 'research']
const PROVIDERS = ['example-llm', 'northwind-models', 'open-weights']
const ABOUT = [
  'Reads invoices and says what is due, to whom and when.',
  'Answers what customers ask, from your own documents.',
  'Plans deliveries around traffic, weather and people.',
  'Drafts contracts and marks what deserves a second look.',
]

/** Registers agents with realistic data. Every third one has no proof of its key. */
export async function seedAgents(seeded: Seeded, count: number): Promise<readonly TestAgent[]> {
  const agents = Array.from({ length: count }, (_, index) =>
    agentIdentity(index + 1, `${FIRST[index % 8]} ${SECOND[Math.floor(index / 8) % 8]}`),
  )
  for (const [index, agent] of agents.entries()) {
    const registered = await seeded.api.post('/agents/register', {
      ...agent.registration,
      ...(index % 3 !== 2 && { proof: agent.proof(seeded) }),
      description: ABOUT[index % ABOUT.length],
      publisher: index % 2 === 0 ? 'Acme Robotics' : 'Northwind Traders',
      category: CATEGORIES[index % 5],
      llm_provider: PROVIDERS[index % 3],
      capabilities: ['extract_invoice', 'summarize'].slice(index % 2),
      permissions: {
        network: ['api.bank.example:443'],
        filesystem: ['/data/invoices'],
        api: ['ledger.read'],
      },
      card: {
        name: agent.registration.name,
        description: ABOUT[index % ABOUT.length],
        skills: [{ id: 'extract_invoice', name: 'Read an invoice' }],
      },
    })
    if (registered.status !== 201) throw new Error(registered.text)
  }
  return agents
}

/** Returns a caller that simulates agents: one of every `interval` tasks fails. Answers are signed while `signer` returns an agent. */
export function agentsThatFail(
  interval: number,
  signer: () => TestAgent | undefined = () => undefined,
): AgentCaller {
  let count = 0
  return {
    async call({ body }) {
      const { task_id } = JSON.parse(body) as { task_id: string }
      count += 1
      const bad = count % interval === 0
      const result = { artifacts: [{ parts: [{ type: 'text', text: 'Due on 1 April.' }] }] }
      const answer = bad
        ? {
            task_id,
            status: 'failed',
            error: { code: 'execution_error', message: 'The invoice has no total.' },
          }
        : { task_id, status: 'completed', result, output: result }
      const [status, text] = [bad ? 500 : 200, JSON.stringify(answer)]
      const signature = signedBy(signer(), { task_id, body, text, status })
      return {
        answer: {
          kind: 'answered',
          http_status: status,
          encoded: false,
          body: Buffer.from(text),
          signature,
        },
        execution_time_ms: 40 + ((count * 37) % 400),
      }
    },
    close: () => undefined,
  }
}

interface Answer {
  readonly task_id: string
  readonly body: string
  readonly text: string
  readonly status: number
}

/** Signs the answer of an agent to a task. */
function signedBy(agent: TestAgent | undefined, { task_id, body, text, status }: Answer) {
  if (!agent) return undefined
  const { svc_id } = agent
  const timestamp = new Date().toISOString()
  const signature = agent.sign(
    signedText('answer', {
      issuer: ISSUER,
      svc_id,
      audience: ISSUER,
      request_nonce: task_id,
      request_body_hash: sha256Hex(body),
      response_body_hash: sha256Hex(text),
      status,
      issued_at: timestamp,
    }),
  )
  return { svc_id, timestamp, signature }
}

export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly refresh_token: string
}

/** Installs and bootstraps an agent. */
export async function bootstrapAgent(
  dashboard: Dashboard,
  owner: Seeded,
  agent: TestAgent,
  details: object = {},
): Promise<Credentials> {
  const booted = await bootstrap(
    dashboard as never,
    await installToken(owner as never, agent.svc_id),
    { upstream_url: 'https://agents.example/a2a', heartbeat_interval_seconds: 3600, ...details },
  )
  if (booted.status !== 201) throw new Error(booted.text)
  return booted.body
}

/** Sends a heartbeat with a fresh runtime token, because the previous one may have expired. */
export async function sendHeartbeat(
  { as }: Dashboard,
  { installation_id, refresh_token }: Credentials,
  body: object = {},
): Promise<void> {
  const path = `/installations/${installation_id}`
  const { runtime_token } = (await as({}).post(`${path}/refresh`, { refresh_token }))
    .body as Credentials
  const leased = await as({ Authorization: `Bearer ${runtime_token}` }).post(`${path}/lease`, body)
  if (leased.status !== 200) throw new Error(leased.text)
}

/** Routes a task as an integration does. */
export async function routeTask(
  { api, workspace_id, organization_id }: Seeded,
  skill: string,
): Promise<void> {
  const routed = await api.post('/a2a/route', {
    skill,
    message: 'Read invoice 42',
    context: { workspace_id, requester_id: organization_id },
  })
  if (routed.status !== 200) throw new Error(routed.text)
}
