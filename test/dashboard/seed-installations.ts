import { agentIdentity, installToken, register, type TestAgent } from '../http/agents.ts'
import { bearer } from '../http/client.ts'
import type { Dashboard, Seeded } from './dashboard.ts'
import type { Credentials } from './seed.ts'

/** Installs an agent. Returns its ids and credentials, `sendHeartbeat`, which acts as its process, and functions that act as its owner. */
export async function installAgent(
  dashboard: Dashboard,
  owner: Seeded,
  agent: TestAgent,
  details: object = { heartbeat_interval_seconds: 60 },
) {
  const install_token = await installToken(owner, agent.svc_id)
  const booted = await dashboard.as({}).post('/installations/bootstrap', {
    install_token,
    upstream_url: 'https://agents.acme.example/a2a/tasks',
    ...details,
  })
  if (booted.status !== 201) throw new Error(booted.text)
  const credentials = booted.body as Credentials
  const { installation_id, runtime_token } = credentials
  const path = `/installations/${installation_id}`
  return {
    agent,
    installation_id,
    install_token,
    credentials,
    sendHeartbeat: (body: object = {}) =>
      dashboard.as(bearer(runtime_token)).post(`${path}/lease`, { status: 'running', ...body }),
    beacon: (body: object) => owner.api.post(`${path}/beacon/register`, body),
    command: (body: object) => owner.api.post(`${path}/commands`, body),
    revoke: (body: object = {}) => owner.api.post(`${path}/revoke`, body),
  }
}
type InstalledAgent = Awaited<ReturnType<typeof installAgent>>

const NAMES = [
  'Invoice Reader',
  'Ledger Clerk',
  'Payment Planner',
  'Tax Drafter',
  'Receipt Finder',
  'Budget Grader',
  'Cost Editor',
  'Audit Booker',
] as const

/**
 * Creates installations that are online, unhealthy, offline (after half a minute), stopped, paused and revoked, and an agent that never
 * bootstrapped.
 */
export async function seedInstallations(dashboard: Dashboard, owner: Seeded) {
  const agents = await Promise.all(
    NAMES.map((name, index) =>
      register(owner, agentIdentity(index + 1, name), {
        capabilities: ['extract_invoice', 'summarize'],
      }),
    ),
  )
  const installed: InstalledAgent[] = []
  for (const agent of agents.slice(0, 7))
    installed.push(
      await installAgent(dashboard, owner, agent, {
        heartbeat_interval_seconds: agent === agents[2] ? 5 : 60,
      }),
    )
  const [reader, clerk, planner, drafter, finder, grader, editor] = installed as [
    InstalledAgent,
    InstalledAgent,
    InstalledAgent,
    InstalledAgent,
    InstalledAgent,
    InstalledAgent,
    InstalledAgent,
  ]
  await reader.sendHeartbeat({
    health_payload: { queue_depth: 3, memory_mb: 212, model: 'example-llm-2', warm: true },
  })
  await reader.beacon({
    platform: 'kubernetes',
    metadata: { region: 'eu-central-1', node: 'worker-7', image: 'acme/invoice-reader:1.0.0' },
  })
  await clerk.sendHeartbeat({ status: 'degraded', health_payload: { queue_depth: 181 } })
  await drafter.command({ type: 'pause', reason: 'Closing the quarter.' })
  await finder.revoke({ reason: 'The machine was sold.', shutdown_timeout_ms: 600_000 })
  await grader.sendHeartbeat({ status: 'stopped' })
  await installToken(owner, agents[7]!.svc_id, 240)
  return { agents, reader, clerk, planner, drafter, finder, grader, editor }
}
