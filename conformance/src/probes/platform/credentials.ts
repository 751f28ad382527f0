import { required, type ProbeContext, type RequestDraft } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { fixturesOf, type FixtureProbes, type Operation } from './fixtures.ts'
import { OPERATIONS, PLAN_GATED, planBelow } from './operations.ts'
import { prepareIntake } from './paid-operations.ts'
import {
  accountOf,
  accountWith,
  apiKeyHeader,
  bearer,
  INVALID_KEY,
  NO_WORKSPACE,
  workspaceId,
  type Account,
  type Json,
  type Plan,
} from './target.ts'

/** Returns the valid request of an operation for an account. @throws NotSent */
export function requestOf(
  context: ProbeContext,
  { method, path, json }: Operation,
  account: Account,
  probes?: FixtureProbes,
): RequestDraft {
  const fixtures = fixturesOf(context, account, probes)
  return { method, path: path(fixtures), ...(json ? { json: json(fixtures) } : {}) }
}

/** Sends a request without a key, with an invalid key and with the key, and stops if there is no response. */
async function sendWithEachCredential(
  context: ProbeContext,
  request: RequestDraft,
  key: string,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = []
  for (const headers of [{}, apiKeyHeader(INVALID_KEY), apiKeyHeader(key)]) {
    const exchange = await context.send({ ...request, headers: { ...request.headers, ...headers } })
    sent.push(exchange)
    if (exchange.outcome.kind !== 'response') break
  }
  return sent
}

const credentialProbe = (operation: Operation): Probe => ({
  id: `auth.${operation.id}`,
  effect: operation.effect,
  after: operation.after,
  run: async (context) => {
    const account = accountOf(context)
    return sendWithEachCredential(context, requestOf(context, operation, account), account.key)
  },
})

const images: Probe = {
  id: 'images',
  effect: 'read',
  run: async (context) =>
    sendWithEachCredential(context, { path: '/images' }, accountOf(context).key),
}

const taskHistory: Probe = {
  id: 'tasks',
  effect: 'read',
  after: ['workspace.create'],
  run: async (context) => {
    const { key } = accountOf(context)
    const header = { 'X-Workspace-ID': required(workspaceId(context), NO_WORKSPACE) }
    for (const headers of [
      header,
      { ...header, ...bearer(INVALID_KEY) },
      { ...header, ...bearer(key) },
      bearer(key),
    ])
      await context.send({ path: '/tasks', headers })
  },
}

/**
 * The probes that create the resources of each plan's organization. The key of one organization may not find resources of another.
 */
const OF_PLAN = {
  'workspace.create': (plan: Plan) => `workspace.of.${plan}`,
  'agent.register': (plan: Plan) => `agent.of.${plan}`,
} as const

/** Sends the valid request of an operation with the key of a plan. */
const planProbe = (operation: Operation, plan: Plan, id: string): Probe => ({
  id,
  effect: operation.effect,
  after: operation.after.map(
    (earlier) => OF_PLAN[earlier as keyof typeof OF_PLAN]?.(plan) ?? earlier,
  ),
  run: async (context) => {
    const account = accountOf(context, plan)
    return context.send({
      ...requestOf(context, operation, account, {
        workspace: OF_PLAN['workspace.create'](plan),
        agent: OF_PLAN['agent.register'](plan),
      }),
      headers: apiKeyHeader(account.key),
    })
  },
})

/** Sends the valid request of an operation with a key whose plan includes it. */
const validProbe = (operation: Operation): Probe => ({
  id: `valid.${operation.id}`,
  effect: operation.effect,
  after: operation.after,
  run: async (context) => {
    const account = accountWith(context, operation.plan)
    const request = requestOf(context, operation, account)
    const json = request.json as Json | undefined
    return context.send({
      ...request,
      headers: apiKeyHeader(account.key),
      ...(json?.['intake_url'] === undefined
        ? {}
        : { json: { ...json, intake_url: prepareIntake(context, operation.id) } }),
    })
  },
})

/** Operations that have separate probes. */
const WITH_OWN_PROBES = [
  'registerAgent',
  'verifyAgent',
  'createWorkspace',
  'getWorkspace',
  'updateWorkspace',
  'deleteWorkspace',
  'createInstallToken',
  'recover',
  'revoke',
  'setRetention',
  'complianceReport',
]

export const credentialProbes: readonly Probe[] = [
  images,
  taskHistory,
  ...OPERATIONS.map(credentialProbe),
]
export const validProbes: readonly Probe[] = OPERATIONS.filter(
  ({ id }) => !WITH_OWN_PROBES.includes(id),
).map(validProbe)
export const planProbes: readonly Probe[] = PLAN_GATED.flatMap((operation) => [
  planProbe(operation, planBelow(operation.plan), `below.${operation.id}`),
  planProbe(operation, operation.plan, `least.${operation.id}`),
])
