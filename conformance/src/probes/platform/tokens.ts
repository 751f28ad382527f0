import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Probe, Unavailable } from '../../engine/types.ts'
import { createInstallToken } from './installation-requests.ts'
import { fixturesOf } from './fixtures.ts'
import { OPERATIONS } from './operations.ts'
import {
  accountOf,
  apiKeyHeader,
  bearer,
  includesPlan,
  NO_WORKSPACE,
  registeredAgent,
  sendWithKey,
  workspaceId,
} from './target.ts'

const MANY_TOKENS = 50
const BATCH_SIZE = 10

/** Creates a probe that runs with the suite's registered agent and workspace. */
export const tokenProbe = (
  id: string,
  run: (context: ProbeContext, agent: string, workspace: string) => Promise<unknown>,
): Probe => ({
  id,
  effect: 'write',
  after: ['workspace.create', 'agent.register'],
  run: async (context): Promise<Unavailable | undefined> => {
    const workspace = workspaceId(context)
    if (workspace === undefined) return NO_WORKSPACE
    await run(context, registeredAgent(context), workspace)
    return undefined
  },
})

/** Reads everything that the interface lets a client read, in which an install token could appear again. */
async function readEverything(context: ProbeContext): Promise<Unavailable | undefined> {
  const account = accountOf(context.settings)
  if (account.kind !== 'account') return account
  const readable = OPERATIONS.filter(
    ({ id, method, plan }) =>
      method === 'GET' &&
      includesPlan(account.plan, plan) &&
      (id !== 'scanReport' || context.settings.extra['image-ref'] !== undefined),
  )
  for (const { path } of readable)
    await sendWithKey(context, { path: path(fixturesOf(context, account)) })
  await context.send({
    path: '/tasks',
    headers: { ...bearer(account.key), 'X-Workspace-ID': workspaceId(context) ?? '' },
  })
  return undefined
}

export const tokenProbes: readonly Probe[] = [
  tokenProbe('token.default', (context, agent) => createInstallToken(context, 'default', agent)),
  tokenProbe('token.unused', (context, agent) => createInstallToken(context, 'unused', agent)),
  tokenProbe('token.minutes', async (context, agent) => {
    for (const minutes of [1, 5, 60]) await createInstallToken(context, 'minutes', agent, minutes)
  }),
  tokenProbe('token.odd', async (context, agent) => {
    for (const minutes of [0, -1]) await createInstallToken(context, 'odd', agent, minutes)
  }),
  tokenProbe('token.many', async (context, agent, workspace) => {
    const account = accountOf(context.settings)
    if (account.kind !== 'account') return
    await context.sendAll(
      Array.from({ length: MANY_TOKENS }, () => ({
        path: `/workspaces/${workspace}/install-tokens`,
        headers: apiKeyHeader(account.key),
        json: { agent_id: agent, expiry_minutes: 1 },
      })),
      BATCH_SIZE,
    )
  }),
  {
    id: 'token.shown',
    effect: 'read',
    after: ['token.default', 'agent.register', 'workspace.get'],
    run: readEverything,
  },
]
