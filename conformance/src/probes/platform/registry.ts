import type { Lab } from '../../engine/lab.ts'
import { untested } from '../../engine/lab.ts'
import type { Probe, Unavailable } from '../../engine/types.ts'
import {
  accountOf,
  ask,
  keyed,
  NO_ORG,
  NO_WORKSPACE,
  only,
  PLANS,
  registration,
  sentJson,
  workspaceIdOf,
  type Plan,
} from './target.ts'

const svcId = (lab: Lab): string => String(sentJson(lab.seen('agent.register').at(-1))['svc_id'])
const after = ['agent.register']
/** So many runs with one seed find an identifier that none before has taken. */
const TRIES = 20

async function register(lab: Lab): Promise<Unavailable | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const told = await ask(lab, { path: '/agents/register', json: registration(lab) })
    if ('kind' in told) return told
    if (told.outcome.kind !== 'answer' || told.outcome.status !== 409) return undefined
  }
  return undefined
}

export const registryProbes: readonly Probe[] = [
  { id: 'agent.register', effect: 'write', run: register },
  {
    id: 'agent.verify',
    effect: 'read',
    after,
    run: async (lab) => only(await ask(lab, { path: `/agents/${svcId(lab)}/verify` })),
  },
  {
    id: 'agent.verify_unknown',
    effect: 'read',
    run: async (lab) => only(await ask(lab, { path: `/agents/${lab.random.hex(64)}/verify` })),
  },
  {
    id: 'agent.again',
    effect: 'write',
    after,
    run: async (lab) =>
      only(
        await ask(lab, {
          path: '/agents/register',
          json: sentJson(lab.seen('agent.register').at(-1)),
        }),
      ),
  },
  // Another organization registers the same identifier with a key, a name and a version of its own, and the first looks again.
  {
    id: 'agent.displaced',
    effect: 'write',
    after: ['agent.again', 'agent.verify'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const { second_org } = lab.settings
      if (second_org === undefined)
        return untested('Give the key of another organization, as --second-org ID=ENVVAR.')
      await lab.send({
        path: '/agents/register',
        headers: keyed(second_org.key),
        json: { ...registration(lab), svc_id: svcId(lab), version: '6.6.6' },
      })
      return only(await ask(lab, { path: `/agents/${svcId(lab)}/verify` }))
    },
  },
  {
    id: 'agent.odd_key',
    effect: 'write',
    after,
    run: async (lab) =>
      only(
        await ask(lab, {
          path: '/agents/register',
          json: { ...registration(lab), public_key: '%%% no base64 %%%' },
        }),
      ),
  },
  {
    id: 'trust.odd_did',
    effect: 'read',
    after,
    run: async (lab) => only(await ask(lab, { path: '/trust/profile/did:svc:' })),
  },
  {
    id: 'trust.odd_hash',
    effect: 'write',
    after,
    run: async (lab) =>
      only(
        await ask(lab, {
          path: '/trust/headers',
          json: { svc_id: svcId(lab), request_body_hash: 'no hash' },
        }),
      ),
  },
]

/** Creates a workspace for a plan; the highest there is a key of, when none is named. */
const create = (id: string, plan?: Plan): Probe => ({
  id,
  effect: 'write',
  run: async (lab): Promise<Unavailable | undefined> => {
    const account = accountOf(lab.settings, plan)
    if (account.kind !== 'account') return account
    if (account.org === undefined) return NO_ORG
    await lab.send({
      path: `/orgs/${account.org}/workspaces`,
      headers: keyed(account.key),
      json: {
        name: `Conformance ${lab.random.hex(6)}`,
        description: 'Made by the conformance suite',
      },
    })
    return undefined
  },
})

/** The path of a workspace that an earlier probe made. */
function pathOf(lab: Lab, made: string): string | undefined {
  const account = accountOf(lab.settings)
  const id = workspaceIdOf(lab.seen(made)[0], lab.settings)
  return account.kind === 'account' && account.org !== undefined && id !== undefined
    ? `/orgs/${account.org}/workspaces/${id}`
    : undefined
}

export const workspaceProbes: readonly Probe[] = [
  create('workspace.create'),
  create('workspace.doomed'),
  create('workspace.deleted'),
  ...PLANS.map((plan) => create(`workspace.of.${plan}`, plan)),
  {
    id: 'workspace.get',
    effect: 'read',
    after: ['workspace.create'],
    run: async (lab) => {
      const path = pathOf(lab, 'workspace.create')
      return path === undefined ? NO_WORKSPACE : only(await ask(lab, { path }))
    },
  },
  {
    id: 'workspace.put',
    effect: 'write',
    after: ['workspace.get'],
    run: async (lab) => {
      const path = pathOf(lab, 'workspace.create')
      if (path === undefined) return NO_WORKSPACE
      await ask(lab, {
        method: 'PUT',
        path,
        json: {
          name: `Conformance ${lab.random.hex(6)}`,
          description: 'Changed by the conformance suite',
        },
      })
      return only(await ask(lab, { path }))
    },
  },
  {
    id: 'workspace.delete',
    effect: 'destructive',
    after: ['workspace.deleted'],
    run: async (lab) => {
      const path = pathOf(lab, 'workspace.deleted')
      if (path === undefined) return NO_WORKSPACE
      for (const method of ['GET', 'DELETE', 'GET']) await ask(lab, { method, path })
      return undefined
    },
  },
  {
    id: 'workspace.nobodys',
    effect: 'read',
    after: ['workspace.foreign'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const { second_org } = lab.settings
      const [foreign] = lab.seen('workspace.foreign')
      if (second_org === undefined || !foreign) return NO_WORKSPACE
      await lab.send({
        path: foreign.request.path.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) =>
          digit === '0' ? '1' : '0',
        ),
        headers: keyed(second_org.key),
      })
      return undefined
    },
  },
  {
    id: 'workspace.foreign',
    effect: 'read',
    after: ['workspace.create'],
    run: async (lab) => {
      const path = pathOf(lab, 'workspace.create')
      const { second_org } = lab.settings
      if (second_org === undefined)
        return untested('Give the key of another organization, as --second-org ID=ENVVAR.')
      if (path === undefined) return NO_WORKSPACE
      await lab.send({ path, headers: keyed(second_org.key) })
      return undefined
    },
  },
]
