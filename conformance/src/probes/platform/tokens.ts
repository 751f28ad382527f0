import { required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Probe } from '../../engine/types.ts'
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
  run: async (context) => {
    const workspace = required(workspaceId(context), NO_WORKSPACE)
    await run(context, registeredAgent(context), workspace)
  },
})

/** Reads what a client can read with the key, except GET /images, because an install token could appear again in any response. */
async function readEverything(context: ProbeContext): Promise<void> {
  const account = accountOf(context)
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
  tokenProbe('token.many', (context, agent, workspace) => {
    const request = {
      path: `/workspaces/${workspace}/install-tokens`,
      headers: apiKeyHeader(accountOf(context).key),
      json: { agent_id: agent, expiry_minutes: 1 },
    }
    return context.sendAll(
      Array.from({ length: MANY_TOKENS }, () => request),
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
