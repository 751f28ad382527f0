import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Probe, Unavailable } from '../../engine/types.ts'
import {
  accountOf,
  apiKeyHeader,
  NO_ORG,
  NO_SECOND_KEY,
  NO_WORKSPACE,
  PLANS,
  sendWithKey,
  unavailability,
  withOtherDigit,
  workspaceId,
  type Plan,
} from './target.ts'

/** Creates a workspace with the key of a plan, by default that of the highest plan. */
const createProbe = (id: string, plan?: Plan): Probe => ({
  id,
  effect: 'write',
  run: async (context): Promise<Unavailable | undefined> => {
    const account = accountOf(context.settings, plan)
    if (account.kind !== 'account') return account
    if (account.org === undefined) return NO_ORG
    await context.send({
      path: `/orgs/${account.org}/workspaces`,
      headers: apiKeyHeader(account.key),
      json: {
        name: `Conformance ${context.random.hex(6)}`,
        description: 'Created by the conformance suite',
      },
    })
    return undefined
  },
})

/** Returns the path of a workspace that a probe has created. */
function pathOf(context: ProbeContext, probe: string): string | undefined {
  const account = accountOf(context.settings)
  const id = workspaceId(context, probe)
  return account.kind === 'account' && account.org !== undefined && id !== undefined
    ? `/orgs/${account.org}/workspaces/${id}`
    : undefined
}

/** Changes a workspace, and reads it after the response to the change. */
async function changeWorkspace(context: ProbeContext): Promise<Unavailable | undefined> {
  const path = pathOf(context, 'workspace.create')
  if (path === undefined) return NO_WORKSPACE
  await sendWithKey(context, {
    method: 'PUT',
    path,
    json: {
      name: `Conformance ${context.random.hex(6)}`,
      description: 'Changed by the conformance suite',
    },
  })
  return unavailability(await sendWithKey(context, { path }))
}

/** Reads, with the key of another organization, a workspace that exists. */
async function readForeign(context: ProbeContext): Promise<Unavailable | undefined> {
  const path = pathOf(context, 'workspace.create')
  const { second_org } = context.settings
  if (second_org === undefined) return NO_SECOND_KEY
  if (path === undefined) return NO_WORKSPACE
  await context.send({ path, headers: apiKeyHeader(second_org.key) })
  return undefined
}

/** Reads, with the key of another organization, a workspace that does not exist. */
async function readMissing(context: ProbeContext): Promise<Unavailable | undefined> {
  const { second_org } = context.settings
  const [foreign] = context.recorded('workspace.foreign')
  if (second_org === undefined || !foreign) return NO_WORKSPACE
  const { path } = foreign.request
  await context.send({
    path: withOtherDigit(path) ?? path,
    headers: apiKeyHeader(second_org.key),
  })
  return undefined
}

export const workspaceProbes: readonly Probe[] = [
  createProbe('workspace.create'),
  createProbe('workspace.doomed'),
  createProbe('workspace.deleted'),
  ...PLANS.map((plan) => createProbe(`workspace.of.${plan}`, plan)),
  {
    id: 'workspace.get',
    effect: 'read',
    after: ['workspace.create'],
    run: async (context) => {
      const path = pathOf(context, 'workspace.create')
      return path === undefined
        ? NO_WORKSPACE
        : unavailability(await sendWithKey(context, { path }))
    },
  },
  { id: 'workspace.put', effect: 'write', after: ['workspace.get'], run: changeWorkspace },
  {
    id: 'workspace.delete',
    effect: 'destructive',
    after: ['workspace.deleted'],
    run: async (context) => {
      const path = pathOf(context, 'workspace.deleted')
      if (path === undefined) return NO_WORKSPACE
      for (const method of ['GET', 'DELETE', 'GET']) await sendWithKey(context, { method, path })
      return undefined
    },
  },
  { id: 'workspace.missing', effect: 'read', after: ['workspace.foreign'], run: readMissing },
  { id: 'workspace.foreign', effect: 'read', after: ['workspace.create'], run: readForeign },
]
