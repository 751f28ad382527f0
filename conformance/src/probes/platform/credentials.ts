import { untested, type Lab, type Sketch } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { intake, Lacking, OPERATIONS, worldOf, type Operation } from './operations.ts'
import {
  accountOf,
  allows,
  bearer,
  INVALID_KEY,
  keyed,
  NO_WORKSPACE,
  PLANS,
  workspaceIdOf,
  type Account,
  type Json,
  type Plan,
} from './target.ts'

/** Writes an operation down for an account. */
export function sketch(
  lab: Lab,
  { method, path, json }: Operation,
  account: Account,
  workspace?: string,
): Sketch {
  const world = worldOf(lab, account, workspace)
  return { method, path: path(world), ...(json ? { json: json(world) } : {}) }
}

/** Runs what writes operations down, and says what was lacking. */
export async function unlessLacking(run: () => Promise<unknown>): Promise<Unavailable | undefined> {
  try {
    await run()
    return undefined
  } catch (cause) {
    if (cause instanceof Lacking) return cause.why
    throw cause
  }
}

/** One request three times, as long as it is answered: without a key, with a key that is none, and with the key. */
export async function threefold(
  lab: Lab,
  request: Sketch,
  key: string,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = []
  for (const headers of [{}, keyed(INVALID_KEY), keyed(key)]) {
    const exchange = await lab.send({ ...request, headers: { ...request.headers, ...headers } })
    sent.push(exchange)
    if (exchange.outcome.kind !== 'answer') break
  }
  return sent
}

const credential = (operation: Operation): Probe => ({
  id: `auth.${operation.id}`,
  effect: operation.effect,
  after: operation.after,
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      await threefold(lab, sketch(lab, operation, account), account.key)
    }),
})

const gate: Probe = {
  id: 'images',
  effect: 'read',
  run: async (lab): Promise<Unavailable | undefined> => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') return account
    await threefold(lab, { path: '/images' }, account.key)
    return undefined
  },
}

const tasks: Probe = {
  id: 'tasks',
  effect: 'read',
  after: ['workspace.create'],
  run: async (lab): Promise<Unavailable | undefined> => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') return account
    const workspace = workspaceIdOf(lab.seen('workspace.create')[0], lab.settings)
    if (workspace === undefined) return NO_WORKSPACE
    const header = { 'X-Workspace-ID': workspace }
    for (const headers of [
      header,
      { ...header, ...bearer(INVALID_KEY) },
      { ...header, ...bearer(account.key) },
      bearer(account.key),
    ])
      await lab.send({ path: '/tasks', headers })
    return undefined
  },
}

/** The operations that not every plan has, once with the plan below the least and once with the least. */
export const GATED = OPERATIONS.filter(({ plan }) => plan !== 'free')
export const below = (plan: Plan): Plan => PLANS[PLANS.indexOf(plan) - 1] ?? 'free'

const gated = (operation: Operation, plan: Plan, id: string): Probe => ({
  id,
  effect: operation.effect,
  after: operation.after.map((earlier) =>
    earlier === 'workspace.create' ? `workspace.of.${plan}` : earlier,
  ),
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings, plan)
      if (account.kind !== 'account') throw new Lacking(account)
      await lab.send({
        ...sketch(lab, operation, account, `workspace.of.${plan}`),
        headers: keyed(account.key),
      })
    }),
})

/** The operation with a request that nothing is wrong with, by a key whose plan has it. */
const valid = (operation: Operation): Probe => ({
  id: `valid.${operation.id}`,
  effect: operation.effect,
  after: operation.after,
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      if (!allows(account.plan, operation.plan))
        throw new Lacking(untested(`Give --key ${operation.plan}=ENVVAR.`))
      const request = sketch(lab, operation, account)
      const json = request.json as Json | undefined
      await lab.send({
        ...request,
        headers: keyed(account.key),
        ...(json?.['intake_url'] === undefined
          ? {}
          : { json: { ...json, intake_url: intake(lab, operation.id) } }),
      })
    }),
})

/** Those that a probe of their own tries out. */
const ELSEWHERE = [
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

export const credentialProbes: readonly Probe[] = [gate, tasks, ...OPERATIONS.map(credential)]
export const validProbes: readonly Probe[] = OPERATIONS.filter(
  ({ id }) => !ELSEWHERE.includes(id),
).map(valid)
export const planProbes: readonly Probe[] = GATED.flatMap((operation) => [
  gated(operation, below(operation.plan), `below.${operation.id}`),
  gated(operation, operation.plan, `least.${operation.id}`),
])
