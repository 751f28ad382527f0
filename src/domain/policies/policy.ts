import { sha256Hex, canonicalize } from '../crypto/hash.ts'
import type { Claims } from '../signatures/claims.ts'
import type { Timestamp } from '../time.ts'

/**
 * The rules of a workspace. In every list a trailing `*` matches any continuation and a single `*` matches all names
 * (docs/specification/trust.md#policies); an empty list matches nothing. Denied names take precedence.
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

/** Matches any continuation at the end of an entry. As an entire entry, it matches all names. */
const ANY = '*'

/** The policy of a new workspace, which explicitly allows everything. */
export const DEFAULT_POLICY: PolicyContent = {
  models: { allowed: [ANY], denied: [], allowed_providers: [ANY] },
  tools: { allowed: [ANY], denied: [], require_approval: [] },
  network: { allowed_hosts: [ANY], require_tls: false },
  filesystem: { allowed_paths: [ANY] },
  a2a: { allowed_callers: [ANY], allowed_skills: [ANY] },
  compliance: { frameworks: [], data_residency: [] },
}

/** The fields of a policy version that its hash and signature cover. */
export interface PolicyVersion {
  policy_id: string
  workspace_id: string
  version: number
  content: PolicyContent
}

/** The stored form of a policy version. */
export interface Policy extends PolicyVersion {
  organization_id: string
  status: 'active' | 'superseded'
  hash: string
  /** The name of the platform at the time of signing. */
  issuer: string
  signature: string
  signing_key_id: string
  /** Who wrote this version; null in rows of releases that did not record it. */
  author: { type: string; id: string | null } | null
  /**
   * Marks the last installation to which this version was announced, in the order of installation. It consists of the time at which the
   * version was written, the time at which the installation was created, and its identifier, separated by spaces. Null if it was announced
   * to all, or if a later version exists.
   */
  announcement_cursor: string | null
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

/**
 * Returns the hex SHA-256 over the JCS form of policy id, workspace, version and content, so that no policy is valid for another workspace.
 */
export function policyHash(policy: PolicyVersion): string {
  return sha256Hex(canonicalize(hashedFields(policy)))
}

/** Returns the value of `ETag` and `If-Match` for a policy version. */
export const policyEtag = ({ version }: Pick<PolicyVersion, 'version'>): string => `"${version}"`

/** Returns the claims that the platform signs: the hashed fields and its own name. */
export const policyClaims = ({
  issuer,
  ...policy
}: PolicyVersion & { issuer: string }): Claims['policy'] => ({ issuer, ...hashedFields(policy) })

/** The rule that led to the decision, as the path of its list; `none` if no policy applies. */
export type PolicyRule =
  | 'none'
  | 'a2a.allowed_callers'
  | 'a2a.allowed_skills'
  | 'tools.denied'
  | 'tools.require_approval'

/** A call of a skill. The caller is the `svc_id` of an agent, or the name of any other requester of a task, such as an organization. */
export interface PolicyCall {
  caller: string
  skill?: string | undefined
}

export interface PolicyDecision {
  allowed: boolean
  rule: PolicyRule
}

/** The decision on a call to which no policy applies. */
export const NO_POLICY: PolicyDecision = { allowed: true, rule: 'none' }

/**
 * Decides whether a caller may invoke a skill in a workspace, by the first of these rules that applies
 * (docs/specification/policies.md#evaluation): a skill in `tools.denied` is refused; a skill in `tools.require_approval` is refused,
 * because the platform has no way to ask a person for approval; a caller outside `a2a.allowed_callers` is refused; a skill outside
 * `a2a.allowed_skills` is refused. Names are compared by `covers`. Without a skill only the caller is evaluated.
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

/** Returns the rule by which a policy denies any of several callers, all of whom have to be allowed; undefined if it denies none. */
export function denyingRule(
  policy: PolicyContent,
  callers: readonly string[],
  skill: string,
): PolicyRule | undefined {
  return callers
    .map((caller) => evaluatePolicy(policy, { caller, skill }))
    .find(({ allowed }) => !allowed)?.rule
}

/** Returns whether a policy restricts nothing; further entries in a list with `*` make no difference. */
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
 * Returns whether an entry of a policy's list covers a name: the same string, or any string that starts with the part before a trailing
 * `*`. The comparison is case-sensitive. The contract refuses a `*` anywhere else; here such a `*` matches only itself.
 */
export const covers = (entry: string, name: string): boolean =>
  entry.endsWith(ANY) ? name.startsWith(entry.slice(0, -1)) : entry === name

/** Returns whether an entry covers a host name. Host names are case-insensitive (RFC 3986, 3.2.2). */
export const coversHost = (entry: string, host: string): boolean =>
  covers(entry.toLowerCase(), host.toLowerCase())
