import type { components } from '../../../generated/platform.ts'
import { evaluateAction } from '../../domain/policies/evaluation.ts'
import { policyEtag } from '../../domain/policies/policy.ts'
import type { Policy } from '../../domain/records.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/**
 * Reads (docs/specification/policies.md#reading), evaluates (docs/specification/policies.md#trial) and replaces
 * (docs/specification/policies.md#versions) the policies of workspaces.
 */
export const policy = {
  async getWorkspacePolicy({ path, caller, reply, refuse }, { store }) {
    const found = await store.getPolicy({ reach: caller.reach, workspace_id: path.workspace_id })
    return found
      ? reply(200, present(found)).with({ ETag: policyEtag(found) })
      : refuse('WORKSPACE_NOT_FOUND')
  },

  async evaluateWorkspacePolicy({ path, body, caller, reply, refuse }, { store }) {
    const saved = await store.getPolicy({ reach: caller.reach, workspace_id: path.workspace_id })
    if (!saved) return refuse('WORKSPACE_NOT_FOUND')
    return reply(200, {
      ...(body.content === undefined && { version: saved.version }),
      decisions: evaluateAction(body.content ?? saved.content, body.action),
    })
  },

  async setWorkspacePolicy(call, { store, contextFor, signer }) {
    const { path, headers, body, caller, reply, refuse } = call
    const outcome = await store.replacePolicy(contextFor(call), {
      reach: caller.reach,
      workspace_id: path.workspace_id,
      content: body.content,
      signer,
      if_match: headers['If-Match'],
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'changed':
        return refuse('POLICY_CHANGED')
      case 'written':
        return reply(200, present(outcome.policy)).with({ ETag: policyEtag(outcome.policy) })
    }
  },

  async listPolicyVersions({ path, query, caller, reply, refuse }, { store }) {
    const { limit, offset } = query
    const after = readCursor('listPolicyVersions~version', query.cursor)
    const page = await store.listPolicyVersions({
      reach: caller.reach,
      workspace_id: path.workspace_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(
      200,
      presentPageOf('listPolicyVersions~version', page, offset, (version) => ({
        ...membersOf(version, ['policy_id', 'version', 'status', 'hash']),
        ...presentAuthor(version),
        written_at: version.updated_at,
      })),
    )
  },

  async getPolicyVersion({ path, caller, reply, refuse }, { store }) {
    const outcome = await store.getPolicyVersion({
      reach: caller.reach,
      workspace_id: path.workspace_id,
      version: path.version,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'no_such_version':
        return refuse('POLICY_VERSION_NOT_FOUND')
      case 'found':
        return reply(200, { ...present(outcome.policy), ...presentAuthor(outcome.policy) })
    }
  },
} satisfies Partial<Handlers>

/** Presents a policy without its author, because agents read it and must not learn who works for their organization. */
const present = (policy: Policy): Schemas['WorkspacePolicy'] => ({
  ...membersOf(policy, MEMBERS),
  content: policy.content as Schemas['PolicyContent'],
})
const MEMBERS = [
  'policy_id',
  'workspace_id',
  'version',
  'status',
  'hash',
  'issuer',
  'signature',
  'signing_key_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Schemas['WorkspacePolicy'])[]

const presentAuthor = ({ author }: Pick<Policy, 'author'>): { author?: Schemas['PolicyAuthor'] } =>
  author === null ? {} : { author: membersOf(author, ['type', 'id']) }
