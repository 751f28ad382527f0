import { sha256Hex } from '../crypto/hash.ts'
import { canonicalize } from '../crypto/jcs.ts'
import type { Claims } from '../signatures/claims.ts'
import type { Timestamp } from '../time.ts'

/**
 * What a workspace allows. In every list a trailing `*` stands for whatever follows and a lone one for all names
 * (docs/specification/trust.md#policies); an empty list stands for none. A list of denied names always wins.
 */
export interface PolicyContent {
  models: {
    allowed: readonly string[]
    denied: readonly string[]
    allowed_providers: readonly string[]
  }
  tools: {
    allowed: readonly string[]
    denied: readonly string[]
    require_approval: readonly string[]
  }
  network: { allowed_hosts: readonly string[]; require_tls: boolean }
  filesystem: { allowed_paths: readonly string[] }
  a2a: { allowed_callers: readonly string[]; allowed_skills: readonly string[] }
  compliance: { frameworks: readonly string[]; data_residency: readonly string[] }
}

/** At the end of an entry: whatever follows. Alone: all names. */
const ANY = '*'

/** The policy every workspace starts with: everything is allowed, and says so. */
export const DEFAULT_POLICY: PolicyContent = {
  models: { allowed: [ANY], denied: [], allowed_providers: [ANY] },
  tools: { allowed: [ANY], denied: [], require_approval: [] },
  network: { allowed_hosts: [ANY], require_tls: false },
  filesystem: { allowed_paths: [ANY] },
  a2a: { allowed_callers: [ANY], allowed_skills: [ANY] },
  compliance: { frameworks: [], data_residency: [] },
}

/** One version of a workspace's policy, as far as hash and signature go. */
export interface PolicyVersion {
  policy_id: string
  workspace_id: string
  version: number
  content: PolicyContent
}

/** One version, as it is kept. */
export interface Policy extends PolicyVersion {
  organization_id: string
  status: 'active' | 'superseded'
  hash: string
  /** The name of the platform when it signed. */
  issuer: string
  signature: string
  signing_key_id: string
  /** Who wrote this version; null where an earlier release of this service did not note it. */
  author: { type: string; id: string | null } | null
  /**
   * Up to which installation the workspace was told of this version, the longest installed first: when the version was written, when the
   * installation was made, and its identifier, with blanks between. Null when all were told, or when somebody wrote a later version.
   */
  announced_to: string | null
  /** When the first version was written. */
  created_at: Timestamp
  /** When this version was written. */
  updated_at: Timestamp
}

const hashedFields = ({ policy_id, workspace_id, version, content }: PolicyVersion) => ({
  policy_id,
  workspace_id,
  version,
  content,
})

/** Hex SHA-256 over the JCS form of content, workspace, version and policy id, so no policy passes for another workspace's. */
export function policyHash(policy: PolicyVersion): string {
  return sha256Hex(canonicalize(hashedFields(policy)))
}

/** Names a version of a policy in `ETag` and `If-Match`. */
export const policyEtag = ({ version }: Pick<PolicyVersion, 'version'>): string => `"${version}"`

/** What the platform signs of a version: what the hash covers, and its own name. */
export const policyClaims = ({
  issuer,
  ...policy
}: PolicyVersion & { issuer: string }): Claims['policy'] => ({ issuer, ...hashedFields(policy) })

/** The rule that decided, as the path of the list it stands in; `none` when no policy applies. */
export type PolicyRule =
  'none' | 'a2a.allowed_callers' | 'a2a.allowed_skills' | 'tools.denied' | 'tools.require_approval'

/** Which agent (its `svc_id`) wants to invoke what. */
export interface PolicyCall {
  caller: string
  skill?: string | undefined
}

export interface PolicyDecision {
  allowed: boolean
  rule: PolicyRule
}

/** For a call that no workspace's policy applies to. */
export const NO_POLICY: PolicyDecision = { allowed: true, rule: 'none' }

/**
 * Decides whether a caller may invoke a skill in a workspace, by the first of these rules that applies
 * (docs/specification/policies.md#evaluation): a skill in `tools.denied` is refused; a skill in `tools.require_approval` is refused,
 * because the platform has no way to ask a person for approval; a caller outside `a2a.allowed_callers` is refused; a skill outside
 * `a2a.allowed_skills` is refused. Names are compared by `covers`. Without a skill only the caller is judged.
 */
export function evaluatePolicy(
  { tools, a2a }: PolicyContent,
  { caller, skill }: PolicyCall,
): PolicyDecision {
  const refused = (rule: PolicyRule): PolicyDecision => ({ allowed: false, rule })
  if (skill !== undefined && listCovers(tools.denied, skill)) return refused('tools.denied')
  if (skill !== undefined && listCovers(tools.require_approval, skill))
    return refused('tools.require_approval')
  if (!listCovers(a2a.allowed_callers, caller)) return refused('a2a.allowed_callers')
  if (skill !== undefined && !listCovers(a2a.allowed_skills, skill))
    return refused('a2a.allowed_skills')
  return { allowed: true, rule: skill === undefined ? 'a2a.allowed_callers' : 'a2a.allowed_skills' }
}

/** Whether no rule of a policy keeps an agent from anything, whatever it says beside `*`. */
export function allowsEverything({
  models,
  tools,
  network,
  filesystem,
  a2a,
}: PolicyContent): boolean {
  const allowing = [
    models.allowed,
    models.allowed_providers,
    tools.allowed,
    network.allowed_hosts,
    filesystem.allowed_paths,
    a2a.allowed_callers,
    a2a.allowed_skills,
  ]
  const forbidding = [models.denied, tools.denied, tools.require_approval]
  return (
    allowing.every((list) => list.includes(ANY)) &&
    forbidding.every((list) => list.length === 0) &&
    !network.require_tls
  )
}

const listCovers = (list: readonly string[], name: string): boolean =>
  list.some((entry) => covers(entry, name))

/**
 * Whether an entry of a policy's list covers a name: the same text, or any text that begins with what stands before a trailing `*`.
 * Case counts. The contract refuses a `*` anywhere else; one that got here all the same covers only itself.
 */
export const covers = (entry: string, name: string): boolean =>
  entry.endsWith(ANY) ? name.startsWith(entry.slice(0, -1)) : entry === name

/** The same for hosts, which are compared without regard to case (RFC 3986, 3.2.2). */
export const coversHost = (entry: string, host: string): boolean =>
  covers(entry.toLowerCase(), host.toLowerCase())
