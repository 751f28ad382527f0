import { required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import {
  accountOf,
  apiKeyHeader,
  NO_ORG,
  NO_SECOND_KEY,
  NO_WORKSPACE,
  PLANS,
  sendWithKey,
  withOtherDigit,
  workspaceId,
  type Plan,
} from './target.ts'

/** Creates a workspace with the key of a plan, by default that of the highest plan. */
const createProbe = (id: string, plan?: Plan): Probe => ({
  id,
  effect: 'write',
  run: async (context) => {
    const { key, org } = accountOf(context, plan)
    return context.send({
      path: `/orgs/${required(org, NO_ORG)}/workspaces`,
      headers: apiKeyHeader(key),
      json: {
        name: `Conformance ${context.random.hex(6)}`,
        description: 'Created by the conformance suite',
      },
    })
  },
})

/** Returns the path of a workspace that a probe has created. @throws NotSent if it does not exist */
function pathOf(context: ProbeContext, probe = 'workspace.create'): string {
  const { org } = accountOf(context)
  const id = workspaceId(context, probe)
  return `/orgs/${required(org, NO_ORG)}/workspaces/${required(id, NO_WORKSPACE)}`
}

/** Changes a workspace, and reads it after the response to the change. */
async function changeWorkspace(context: ProbeContext): Promise<Exchange> {
  const path = pathOf(context)
  await sendWithKey(context, {
    method: 'PUT',
    path,
    json: {
      name: `Conformance ${context.random.hex(6)}`,
      description: 'Changed by the conformance suite',
    },
  })
  return sendWithKey(context, { path })
}

/** Reads, with the key of another organization, a workspace that exists. */
async function readForeign(context: ProbeContext): Promise<Exchange> {
  const { key } = required(context.settings.second_org, NO_SECOND_KEY)
  return context.send({ path: pathOf(context), headers: apiKeyHeader(key) })
}

/** Reads, with the key of another organization, a workspace that does not exist. */
async function readMissing(context: ProbeContext): Promise<Exchange> {
  const { key } = required(context.settings.second_org, NO_SECOND_KEY)
  const [foreign] = context.recorded('workspace.foreign')
  const { path } = required(foreign, NO_WORKSPACE).request
  return context.send({ path: withOtherDigit(path) ?? path, headers: apiKeyHeader(key) })
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
    run: async (context) => sendWithKey(context, { path: pathOf(context) }),
  },
  { id: 'workspace.put', effect: 'write', after: ['workspace.get'], run: changeWorkspace },
  {
    id: 'workspace.delete',
    effect: 'destructive',
    after: ['workspace.deleted'],
    run: async (context) => {
      const path = pathOf(context, 'workspace.deleted')
      for (const method of ['GET', 'DELETE', 'GET']) await sendWithKey(context, { method, path })
    },
  },
  { id: 'workspace.missing', effect: 'read', after: ['workspace.foreign'], run: readMissing },
  { id: 'workspace.foreign', effect: 'read', after: ['workspace.create'], run: readForeign },
]
