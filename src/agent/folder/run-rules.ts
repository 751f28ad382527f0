import type {
  A2aRun,
  AddressRun,
  AgentManifest,
  CommandRun,
  CommandSource,
  McpRun,
  SkillDeclaration,
  UrlSource,
} from '../definition.ts'
import { isLocal } from '../server/local-address.ts'

/** A fault in the value at a path, or a warning about it. */
export interface PathIssue {
  readonly path: readonly string[]
  readonly message: string
}

type Run = Partial<CommandRun & AddressRun & A2aRun & McpRun>

/** The kinds of `run`, by the key that each one needs, with the keys that only that kind can have. */
const KINDS = {
  command: ['persistent', 'kept', 'format', 'env', 'stop_ms'],
  url: ['method', 'remote'],
  a2a: ['version', 'skill', 'headers_env'],
  mcp: ['tool', 'arguments'],
} as const satisfies Partial<Record<keyof Run, readonly (keyof Run)[]>>
type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** Finds the faults in `run` of skills that the schema cannot express (docs/specification/agent-protocol.md#external-skills). */
export const runFaults = (skills: readonly SkillDeclaration[]): PathIssue[] =>
  skills.flatMap(({ run, timeout_ms }, index) => {
    if (run === undefined) return []
    const path = ['skills', String(index)]
    const within = faultsOf(run).map(({ path: inner, message }) => ({
      path: [...path, 'run', ...inner],
      message: `skills[${index}].run${message}`,
    }))
    return timeout_ms === undefined
      ? [
          { path, message: `skills[${index}] has run, so it also needs timeout_ms, such as 10000` },
          ...within,
        ]
      : within
  })

/** Returns faults with paths and messages that continue those of `run`. */
function faultsOf(run: Run): PathIssue[] {
  const [kind, other] = KIND_NAMES.filter((name) => run[name] !== undefined)
  if (kind === undefined) return [{ path: [], message: NO_KIND }]
  if (other !== undefined)
    return [{ path: [], message: ` has both ${kind} and ${other}; remove one of them` }]
  return [...misplaced(run, kind), ...kindFaults(kind, run)]
}

const NO_KIND =
  ' needs command, such as [python3, skills.py], or url, such as http://127.0.0.1:9000/, or a2a, the URL of a foreign agent, or mcp, with the url or the command of a server'

function misplaced(run: Run, kind: Kind): PathIssue[] {
  return KIND_NAMES.filter((other) => other !== kind).flatMap((other) =>
    KINDS[other]
      .filter((key) => run[key] !== undefined)
      .map((key) => ({
        path: [key],
        message: `.${key} applies only together with ${other}; remove it`,
      })),
  )
}

function kindFaults(kind: Kind, run: Run): PathIssue[] {
  switch (kind) {
    case 'command':
      return commandFaults(run as CommandRun)
    case 'url':
      return addressFaults(run as AddressRun)
    case 'a2a':
      return foreignFaults('a2a', run.a2a!, run.headers_env)
    case 'mcp':
      return mcpFaults(run as McpRun)
  }
}

function commandFaults({ command, env = [], ...settings }: CommandRun): PathIssue[] {
  return command[0] === ''
    ? [{ path: ['command'], message: '.command must begin with the name of a program' }]
    : [...persistenceFaults(settings), ...envFaults(env)]
}

/** Finds the faults in the settings of a long-running command. */
function persistenceFaults({
  kept,
  persistent,
  format,
}: Pick<CommandRun, 'kept' | 'persistent' | 'format'>): PathIssue[] {
  if (kept !== undefined && persistent !== undefined)
    return [{ path: ['kept'], message: '.kept is the former name of persistent; remove it' }]
  const isPersistent = persistent ?? kept ?? false
  return isPersistent && format === 'text'
    ? [
        {
          path: ['format'],
          message: `.format must be json for a command with \`${kept === true ? 'kept' : 'persistent'}: true\`, because text can contain line feeds`,
        },
      ]
    : []
}

/** Returns the faults of variables that hold the agent's own credentials. */
const envFaults = (names: readonly string[]): PathIssue[] =>
  names.flatMap((name, index) =>
    isAgentSetting(name)
      ? [
          {
            path: ['env', String(index)],
            message: `.env must not name ${name}: the settings of the agent contain its credentials, which are not passed to commands`,
          },
        ]
      : [],
  )
/** Returns whether an environment variable is a setting of the agent. Settings are never passed on, because some are credentials. */
export const isAgentSetting = (name: string): boolean => name.toUpperCase().startsWith('SVC_')

/** Finds the faults in the source of a bridge. */
export const bridgeFaults = ({ bridge }: Pick<AgentManifest, 'bridge'>): PathIssue[] =>
  bridge === undefined
    ? []
    : serverFaults(bridge.source).map(({ path, message }) => ({
        path: ['bridge', 'source', ...path],
        message: `bridge.source${message}`,
      }))

function mcpFaults({ mcp, tool }: Partial<McpRun>): PathIssue[] {
  const within = serverFaults(mcp!).map(({ path, message }) => ({
    path: ['mcp', ...path],
    message: `.mcp${message}`,
  }))
  return tool === undefined
    ? [{ path: [], message: ' has mcp, so it also needs tool, the name of a tool' }, ...within]
    : within
}

function serverFaults(source: UrlSource | CommandSource): PathIssue[] {
  const { url, headers_env, command, env = [] }: Partial<UrlSource & CommandSource> = source
  if ((url === undefined) === (command === undefined))
    return [{ path: [], message: ' needs either url or command' }]
  if (url !== undefined) {
    const unused =
      env.length > 0 ? [{ path: ['env'], message: '.env applies only together with command' }] : []
    return [...foreignFaults('url', url, headers_env), ...unused]
  }
  if (headers_env)
    return [{ path: ['headers_env'], message: '.headers_env applies only together with url' }]
  return commandFaults({ command: command!, env })
}

/** Finds the faults in the address of a foreign agent or server (docs/specification/bridge.md#one-address). */
function foreignFaults(key: string, text: string, headers_env: A2aRun['headers_env']): PathIssue[] {
  const fault = addressFault(text, headers_env)
  return [
    ...(fault === undefined ? [] : [{ path: [key], message: `.${key} ${fault}` }]),
    ...Object.entries(headers_env ?? {})
      .filter(([, name]) => isAgentSetting(name))
      .map(([header, name]) => ({
        path: ['headers_env', header],
        message: `.headers_env must not name ${name}: the settings of the agent contain its credentials, which are not sent to anyone else`,
      })),
  ]
}

/** Returns the fault of an address to which the agent sends tasks, and the credentials that `headers_env` names; undefined without one. */
export function addressFault(
  text: string,
  headers_env: UrlSource['headers_env'] = {},
): string | undefined {
  const url = URL.parse(text)
  if (url === null) return UNUSABLE_URL
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'must be an absolute URL that begins with http:// or https://'
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or a password; name the credential in headers_env'
  if (LINK_LOCAL.test(url.hostname)) return NO_LINK_LOCAL
  const hasCredentials = Object.keys(headers_env).length > 0
  return hasCredentials && url.protocol === 'http:' && !isLocal(text) ? NEEDS_TLS : undefined
}

/** The fault of a URL that has the form of one, but cannot be parsed. */
export const UNUSABLE_URL = 'must be a valid URL, with a port of at most 65535'
const NEEDS_TLS =
  'must begin with https://, because credentials are sent to it and it is not on this machine'
/**
 * Link-local addresses as `URL` writes them: of IPv4 and IPv6, those of IPv4 within IPv6 (mapped, compatible, translated, NAT64 and 6to4),
 * and the one at which a cloud serves credentials over IPv6.
 */
const LINK_LOCAL =
  /^(169\.254\.|\[fe[89ab]|\[(::(ffff:(0:)?)?|64:ff9b:(1:)?:|2002:)a9fe:|\[fd00:ec2::254\])/
const NO_LINK_LOCAL =
  'must not be a link-local address, because cloud providers serve credentials there'

function addressFaults({ url: text, remote }: AddressRun): PathIssue[] {
  const url = URL.parse(text)
  const fault = (message: string): PathIssue[] => [{ path: ['url'], message: `.url ${message}` }]
  if (url === null) return fault(UNUSABLE_URL)
  if (url.protocol !== 'http:')
    return fault('must begin with http://, because it is the address of a local service')
  if (url.username !== '' || url.password !== '')
    return fault('must not contain a user name or a password')
  if (!isLocal(text) && remote !== true)
    return fault(
      `must be on this machine (127.0.0.1, [::1] or localhost), but it is on ${url.hostname}; add \`remote: true\` if that is intended`,
    )
  return LINK_LOCAL.test(url.hostname) ? fault(NO_LINK_LOCAL) : []
}
