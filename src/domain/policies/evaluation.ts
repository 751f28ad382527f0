import {
  covers,
  coversHost,
  evaluatePolicy,
  type PolicyCall,
  type PolicyContent,
  type PolicyRule,
} from './policy.ts'

/** Something that an agent might do; each member is evaluated separately (docs/specification/policies.md#trial). */
export interface PolicyAction {
  readonly call?: PolicyCall | undefined
  readonly tool?: string | undefined
  readonly model?: { readonly name: string; readonly provider?: string | undefined } | undefined
  readonly connection?: { readonly host: string; readonly tls: boolean } | undefined
  readonly file?: string | undefined
}

type DecidingRule =
  | PolicyRule
  | 'models.allowed'
  | 'models.denied'
  | 'models.allowed_providers'
  | 'tools.allowed'
  | 'network.allowed_hosts'
  | 'network.require_tls'
  | 'filesystem.allowed_paths'

export interface ActionDecision {
  readonly subject: keyof PolicyAction
  /**
   * The name of the part: for a call, the skill, or the caller if no skill was named (`a2a.allowed_callers` always applies to the caller);
   * for a file, the path without `.` and `..`.
   */
  readonly name: string
  readonly outcome: 'allowed' | 'needs_approval' | 'denied'
  readonly rule: DecidingRule
  /** The entry of the rule's list that covers the name (of `a2a.allowed_callers`, the caller); absent if none does. */
  readonly entry?: string
  readonly enforced_by: 'platform' | 'agent'
}

/** The rule that decides about one part of an action, and its outcome. */
type RuleResult = Pick<ActionDecision, 'outcome' | 'rule'> & { readonly entry?: string | undefined }
type Covers = (entry: string, name: string) => boolean

/** Returns the decision on each part of an action, in the order call, tool, model, connection, file. */
export function evaluateAction(
  content: PolicyContent,
  { call, tool, model, connection, file }: PolicyAction,
): readonly ActionDecision[] {
  return [
    ...(call === undefined
      ? []
      : [decision('call', call.skill ?? call.caller, evaluateCall(content, call))]),
    ...(tool === undefined ? [] : [decision('tool', tool, evaluateTool(content, tool))]),
    ...(model === undefined ? [] : [decision('model', model.name, evaluateModel(content, model))]),
    ...(connection === undefined
      ? []
      : [decision('connection', connection.host, evaluateConnection(content, connection))]),
    ...(file === undefined ? [] : [evaluateFile(content, resolvePath(file))]),
  ]
}

const decision = (
  subject: keyof PolicyAction,
  name: string,
  { outcome, rule, entry }: RuleResult,
): ActionDecision => ({
  subject,
  name,
  outcome,
  rule,
  ...(entry !== undefined && { entry }),
  enforced_by: subject === 'call' ? 'platform' : 'agent',
})

const entryFor = (list: readonly string[], name: string, matches: Covers = covers) =>
  list.find((entry) => matches(entry, name))

/** Evaluates a call as `routeTask` and `verifyTrust` do, and names the entry that decided. */
function evaluateCall(content: PolicyContent, call: PolicyCall): RuleResult {
  const { allowed, rule } = evaluatePolicy(content, call)
  const { skill = '', caller } = call
  const entry = {
    'tools.denied': () => entryFor(content.tools.denied, skill),
    'tools.require_approval': () => entryFor(content.tools.require_approval, skill),
    'a2a.allowed_callers': () => entryFor(content.a2a.allowed_callers, caller),
    'a2a.allowed_skills': () => entryFor(content.a2a.allowed_skills, skill),
    none: () => undefined,
  }[rule]()
  if (allowed) return { outcome: 'allowed', rule, entry }
  return { outcome: rule === 'tools.require_approval' ? 'needs_approval' : 'denied', rule, entry }
}

function evaluateTool({ tools }: PolicyContent, tool: string): RuleResult {
  const denied = entryFor(tools.denied, tool)
  if (denied !== undefined) return { outcome: 'denied', rule: 'tools.denied', entry: denied }
  const entry = entryFor(tools.allowed, tool)
  if (entry === undefined) return { outcome: 'denied', rule: 'tools.allowed' }
  const approval = entryFor(tools.require_approval, tool)
  return approval === undefined
    ? { outcome: 'allowed', rule: 'tools.allowed', entry }
    : { outcome: 'needs_approval', rule: 'tools.require_approval', entry: approval }
}

function evaluateModel(
  { models }: PolicyContent,
  { name, provider }: NonNullable<PolicyAction['model']>,
): RuleResult {
  const denied = entryFor(models.denied, name)
  if (denied !== undefined) return { outcome: 'denied', rule: 'models.denied', entry: denied }
  if (provider !== undefined && entryFor(models.allowed_providers, provider) === undefined)
    return { outcome: 'denied', rule: 'models.allowed_providers' }
  const entry = entryFor(models.allowed, name)
  return { outcome: entry === undefined ? 'denied' : 'allowed', rule: 'models.allowed', entry }
}

function evaluateConnection(
  { network }: PolicyContent,
  { host, tls }: NonNullable<PolicyAction['connection']>,
): RuleResult {
  const entry = entryFor(network.allowed_hosts, host, coversHost)
  if (entry === undefined) return { outcome: 'denied', rule: 'network.allowed_hosts' }
  return network.require_tls && !tls
    ? { outcome: 'denied', rule: 'network.require_tls' }
    : { outcome: 'allowed', rule: 'network.allowed_hosts', entry }
}

function evaluateFile({ filesystem }: PolicyContent, path: string): ActionDecision {
  const entry = entryFor(filesystem.allowed_paths, path)
  const outcome = entry === undefined ? 'denied' : 'allowed'
  return decision('file', path, { outcome, rule: 'filesystem.allowed_paths', entry })
}

/** Resolves `.`, `..` and repeated slashes as text. Links, which only the agent can follow, are not resolved. */
function resolvePath(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (part === '..' && !path.startsWith('/')) kept.push(part)
    else if (part !== '' && part !== '.' && part !== '..') kept.push(part)
  }
  const end = path.endsWith('/') && kept.length > 0 ? '/' : ''
  return (path.startsWith('/') ? '/' : '') + kept.join('/') + end
}
