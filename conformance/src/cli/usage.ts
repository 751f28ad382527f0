/** Thrown for an invalid command line. The message says how to correct it, and the process ends with exit code 3. */
export class UsageError extends Error {}

export interface Flag {
  /** The placeholder of the value in the help text. A flag without it is a switch. */
  readonly value?: string
  /** The flag can be given more than once. */
  readonly many?: boolean
  readonly description: string
}

/** All flags, in the order of the help text. */
export const FLAGS = {
  profile: {
    value: 'NAME',
    description:
      'the part of the interface to judge; agent: full (default) or tasks; for another protocol a2a, a2a-1.0, a2a-0.3 or mcp; platform: core (default), paid, admin or full',
  },
  rule: { value: 'ID,…', many: true, description: 'only these rules; TASK-* selects a family' },
  level: {
    value: 'LEVEL',
    description: 'only rules of this level and above: must, should or info (default)',
  },
  tag: { value: 'SECTION,…', many: true, description: 'only these sections; `list` names them' },
  launch: {
    value: 'CMD',
    description: 'start the target with this command, and stop it afterwards',
  },
  ready: {
    value: 'PATH',
    description: 'with --launch: the path that responds once the target is ready (default /health)',
  },
  sample: {
    value: 'SKILL=FILE',
    many: true,
    description: 'a JSON file with an input that the skill completes',
  },
  'fail-sample': {
    value: 'FILE',
    description: 'a JSON file with a task that the agent fails',
  },
  manifest: { value: 'FILE', description: 'the svc.yml of the agent' },
  'capabilities-overridden': {
    description: 'the agent was started with capabilities other than those of its manifest',
  },
  published: { description: 'the agent is published, so its card needs further members' },
  header: {
    value: 'NAME: VALUE',
    many: true,
    description:
      'a header to send with every request to the target; the value $NAME is read from the environment; reports do not contain values',
  },
  'user-agent': { value: 'TEXT', description: 'the User-Agent of the suite (default node)' },
  key: {
    value: 'PLAN=ENVVAR',
    many: true,
    description: 'the environment variable that holds the API key of a plan',
  },
  org: { value: 'ID', description: 'the organization to which the keys belong' },
  'second-org': {
    value: 'ID=ENVVAR',
    description: 'another organization, and the environment variable that holds its API key',
  },
  'clock-url': {
    value: 'URL',
    description: 'advances the clock of the platform: POST {"advance_seconds": n}',
  },
  'mail-url': {
    value: 'URL',
    description: 'returns the messages that the platform sent: GET returns {"items": […]}',
  },
  'pin-command': {
    value: 'CMD',
    description:
      'instead of --mail-url: prints the PIN that was sent to $SVC_ADMIN_EMAIL for $SVC_CHALLENGE_ID',
  },
  'route-command': {
    value: 'CMD',
    description:
      'makes the platform route a task, if POST /a2a/route does not: $SVC_SKILL, $SVC_TEXT, $SVC_WORKSPACE_ID, $SVC_ORGANIZATION_ID, $SVC_AGENT_ID, $SVC_INSTALLATION_ID, $SVC_BASE_URL',
  },
  listen: {
    value: 'HOST:PORT',
    description:
      'where the suite receives tasks and exports from the platform (default 127.0.0.1:0, any free port)',
  },
  'listen-url': {
    value: 'URL',
    description: 'the address at which the platform reaches --listen, if it differs',
  },
  platform: {
    value: 'URL',
    description:
      'the platform on which the agent is registered; requests use the key given with --key',
  },
  mcp: {
    value: 'PATH|URL',
    description:
      'the MCP endpoint (default /mcp, or the target itself if it ends with /mcp); --mcp also declares that the target is an MCP server; in a profile other than mcp the MCP rules count from rule set 2 onwards',
  },
  issuer: {
    value: 'TEXT',
    description:
      'the name under which an Agent Registry platform signs; its signatures are verified as well, without effect on the verdict',
  },
  set: { value: 'NAME=VALUE', many: true, description: 'a value that individual rules need' },
  allow: {
    value: 'EFFECT,…',
    many: true,
    description: 'what the suite may do besides reading and calling: write, destructive',
  },
  slow: { description: 'include rules that wait in real time' },
  'allow-host': {
    value: 'ORIGIN,…',
    many: true,
    description:
      'further hosts that may be contacted, for example http://proxy.example:8080; by default hosts that only the target names are not contacted',
  },
  seed: {
    value: 'TEXT',
    description:
      'determines all generated values (default: a new one for each run, which is printed)',
  },
  fuzz: {
    value: 'N',
    description: 'the number of generated requests of each fuzz rule (default 100)',
  },
  repeat: {
    value: 'N',
    description:
      'the number of runs (default 1); a rule with different results is flaky and counts with the worst one',
  },
  timeout: {
    value: 'MS',
    description:
      'the time limit of one request (default 10000, or 5000 until the target has responded once)',
  },
  'rule-timeout': {
    value: 'MS',
    description: 'the time limit of all requests of one probe (default 60000)',
  },
  'run-timeout': { value: 'MS', description: 'the time limit of the whole run (default 600000)' },
  'max-memory': {
    value: 'MIB',
    description:
      'the memory for responses and everything derived from them (default 256, at least 32); requests and responses together may use a quarter of it, one response at most 1/32, and a response beyond that is dropped',
  },
  report: {
    value: 'KIND=FILE,…',
    many: true,
    description:
      'write reports: json, junit, tap, sarif, html, markdown, github, badge, har; the file - is stdout',
  },
  trace: {
    value: 'WHAT',
    description:
      'also keep exchanges of rules that passed: all, a rule id, or fail (the default), which keeps none',
  },
  baseline: {
    value: 'FILE',
    description:
      'known violations, which do not count; a violation that is fixed, or a rule that does not exist, is an error',
  },
  'update-baseline': { description: 'write the baseline from this run' },
  quiet: { description: 'print only the verdict' },
  'no-color': { description: 'print without colours' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof FLAGS

const COMMANDS: Readonly<Record<string, string>> = {
  'agent URL': 'judge an agent',
  'platform BASE_URL': 'judge a platform; the address ends with /api/v1',
  'list [agent|platform]': 'list all rules',
  'explain ID': 'print the complete text of a rule',
  'judge FILE': 'judge recorded requests and responses (HAR) without sending anything',
  'rerun FILE': 'rerun the rules that did not pass in a JSON report',
}

export function helpText(): string {
  const rows = (entries: readonly (readonly [string, string])[], width: number): string[] =>
    entries.map(([name, description]) => `  ${name.padEnd(width)} ${description}`)
  const flags = Object.entries<Flag>(FLAGS).map(
    ([name, { value, description }]) =>
      [`--${name}${value === undefined ? '' : ` ${value}`}`, description] as const,
  )
  return [
    'svc-conformance tests agents and platforms against the Agent Registry interface.',
    '',
    'svc-conformance COMMAND [FLAGS]',
    '',
    ...rows(Object.entries(COMMANDS), 24),
    '',
    'Flags for agent, platform, judge and rerun:',
    ...rows(flags, 28),
    '',
    'Exit codes: 0 conformant, 1 not conformant, 2 inconclusive, 3 usage error, 4 internal error of the suite.',
    '',
  ].join('\n')
}
