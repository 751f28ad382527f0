/** Something was asked for that cannot be had: the message says what would be right. The process ends with 3. */
export class UsageError extends Error {}

export interface Flag {
  /** What stands behind it in the help; without it the flag is a switch. */
  readonly value?: string
  readonly many?: boolean
  readonly says: string
}

/** Every flag of `agent` and `platform`, in the order of the help. */
export const FLAGS = {
  profile: {
    value: 'NAME',
    says: 'which part of the interface is judged: agent full (default) or tasks; platform core (default), paid, admin or full',
  },
  rule: { value: 'ID,…', many: true, says: 'only these rules; TASK-* names a family' },
  level: {
    value: 'LEVEL',
    says: 'only rules of this level and above: must, should or info (default)',
  },
  tag: { value: 'SECTION,…', many: true, says: 'only these sections, as `list` names them' },
  launch: { value: 'CMD', says: 'start the target with this command first, and end it afterwards' },
  ready: {
    value: 'PATH',
    says: 'with --launch: the path that answers when the target is ready (default /health)',
  },
  sample: { value: 'SKILL=FILE', many: true, says: 'a JSON input that this skill completes' },
  'fail-sample': { value: 'FILE', says: 'a JSON task that the agent answers with a failure' },
  manifest: { value: 'FILE', says: 'the svc.yml of the agent' },
  'capabilities-overridden': {
    says: 'capabilities are given at run time, so the manifest does not list them',
  },
  published: { says: 'the agent is published: its card has to say so' },
  header: {
    value: 'NAME: VALUE',
    many: true,
    says: 'sent with every request; $NAME as value is read from the environment; values stay out of reports',
  },
  'user-agent': { value: 'TEXT', says: 'how the suite calls itself (default node)' },
  key: {
    value: 'PLAN=ENVVAR',
    many: true,
    says: 'the API key of a plan, by the name of the variable that holds it',
  },
  org: { value: 'ID', says: 'the organization that the keys belong to' },
  'second-org': {
    value: 'ID=ENVVAR',
    says: 'another organization and the variable that holds its API key',
  },
  'clock-url': { value: 'URL', says: 'moves the platform\'s clock: POST {"advance_seconds": n}' },
  'mail-url': { value: 'URL', says: 'what the platform mailed: GET gives {"items": […]}' },
  'pin-command': {
    value: 'CMD',
    says: 'instead of --mail-url: prints the PIN that was mailed to $SVC_ADMIN_EMAIL for $SVC_CHALLENGE_ID',
  },
  'route-command': {
    value: 'CMD',
    says: 'has the platform route a task, where POST /a2a/route does not: $SVC_SKILL, $SVC_TEXT, $SVC_WORKSPACE_ID, $SVC_ORGANIZATION_ID, $SVC_AGENT_ID, $SVC_INSTALLATION_ID, $SVC_BASE_URL',
  },
  listen: {
    value: 'HOST:PORT',
    says: 'where the suite takes forwarded tasks and exports of the platform (default 127.0.0.1:0, any free port)',
  },
  'listen-url': {
    value: 'URL',
    says: 'where the platform reaches that, when it is another address',
  },
  platform: {
    value: 'URL',
    says: 'the platform that the agent is registered with, asked with the key of --key',
  },
  issuer: {
    value: 'TEXT',
    says: 'the name by which a platform of this registry signs: what it signs is judged as well, and decides nothing',
  },
  set: { value: 'NAME=VALUE', many: true, says: 'a value that single rules ask for' },
  allow: {
    value: 'EFFECT,…',
    many: true,
    says: 'what the suite may do besides reading and calling: write, destructive',
  },
  slow: { says: 'also rules that wait for real time to pass' },
  'allow-host': {
    value: 'ORIGIN,…',
    many: true,
    says: 'other hosts that may be asked, as http://proxy.example:8080: by default nothing goes to a host that only the target named',
  },
  seed: {
    value: 'TEXT',
    says: 'makes all generated values the same again (default: new with every run, and printed)',
  },
  fuzz: { value: 'N', says: 'how many generated requests the fuzz rules send (default 100)' },
  repeat: {
    value: 'N',
    says: 'judge everything so many times (default 1): a rule that does not end the same every time is flaky, and counts by its worst',
  },
  timeout: { value: 'MS', says: 'for one request (default 10000)' },
  'rule-timeout': { value: 'MS', says: 'for all requests of one probe (default 60000)' },
  'run-timeout': { value: 'MS', says: 'for the whole run (default 600000)' },
  'max-memory': {
    value: 'MIB',
    says: 'what answers, and all that is made of them, may take in all (default 256, at least 32); what does not fit is not read',
  },
  report: {
    value: 'KIND=FILE,…',
    many: true,
    says: 'write reports: json, junit, tap, sarif, html, markdown, github, badge, har; - is the terminal',
  },
  trace: {
    value: 'WHAT',
    says: 'keep the exchanges of rules that passed as well: all, fail (default) or an ID',
  },
  baseline: {
    value: 'FILE',
    says: 'known violations, which do not count; one that is gone, or was never a rule, is an error',
  },
  'update-baseline': { says: 'write the baseline from this run' },
  quiet: { says: 'no text but the verdict' },
  'no-color': { says: 'no colours' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof FLAGS

export const COMMANDS: Readonly<Record<string, string>> = {
  'agent URL': 'judge an agent',
  'platform BASE_URL': 'judge a platform; the address ends with /api/v1',
  'list [agent|platform]': 'name all rules',
  'explain ID': 'say what a rule asks for, why, and what it leaves open',
  'judge FILE': 'judge recorded traffic (HAR) and send nothing',
  'rerun FILE': 'run again what did not pass in a JSON report',
}

export function help(): string {
  const rows = (entries: readonly (readonly [string, string])[], width: number): string[] =>
    entries.map(([name, says]) => `  ${name.padEnd(width)} ${says}`)
  const flags = Object.entries(FLAGS).map(
    ([name, flag]) => [`--${name}${'value' in flag ? ` ${flag.value}` : ''}`, flag.says] as const,
  )
  return [
    'svc-conformance: judges any agent or platform by the Agent Registry interface.',
    '',
    'svc-conformance COMMAND [FLAGS]',
    '',
    ...rows(Object.entries(COMMANDS), 24),
    '',
    'Flags of agent and platform:',
    ...rows(flags, 28),
    '',
    'Ends with 0 conformant, 1 not conformant, 2 inconclusive, 3 wrong usage, 4 a fault of the suite itself.',
    '',
  ].join('\n')
}
