import type { AddressRun, CommandRun, SkillDeclaration } from '../definition.ts'
import { isLocal } from '../server/local-address.ts'

/** A fault of the value at a path. */
export interface PathIssue {
  readonly path: readonly string[]
  readonly message: string
}

type Run = Partial<CommandRun & AddressRun>

const OF_COMMAND = ['kept', 'format', 'env', 'stop_ms'] as const
const OF_ADDRESS = ['method', 'remote'] as const

/** Finds what a schema cannot say about `run` of skills (docs/specification/agent-protocol.md#external-skills). */
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
  const { command, url } = run
  if (command !== undefined && url !== undefined)
    return [{ path: [], message: ' has both command and url; remove one of them' }]
  if (command !== undefined)
    return [...misplaced(run, OF_ADDRESS, 'url'), ...commandFaults(run as CommandRun)]
  if (url !== undefined)
    return [...misplaced(run, OF_COMMAND, 'command'), ...addressFaults(run as AddressRun)]
  return [
    {
      path: [],
      message:
        ' needs command, such as [python3, skills.py], or url, such as http://127.0.0.1:9000/',
    },
  ]
}

const misplaced = (run: Run, keys: readonly (keyof Run)[], belongs_to: string): PathIssue[] =>
  keys
    .filter((key) => run[key] !== undefined)
    .map((key) => ({
      path: [key],
      message: `.${key} applies only together with ${belongs_to}; remove it`,
    }))

function commandFaults({ command, kept, format, env = [] }: CommandRun): PathIssue[] {
  if (command[0] === '')
    return [{ path: ['command'], message: '.command must begin with the name of a program' }]
  const credentials = env.flatMap((name, index) =>
    name.toUpperCase().startsWith('SVC_')
      ? [
          {
            path: ['env', String(index)],
            message: `.env must not name ${name}: the settings of the agent contain its credentials, which no command gets`,
          },
        ]
      : [],
  )
  return kept === true && format === 'text'
    ? [
        {
          path: ['format'],
          message: '.format must be json for a kept command, because texts can contain line feeds',
        },
        ...credentials,
      ]
    : credentials
}

function addressFaults({ url: text, remote }: AddressRun): PathIssue[] {
  const url = URL.parse(text)
  const fault = (message: string): PathIssue[] => [{ path: ['url'], message: `.url ${message}` }]
  if (url?.protocol !== 'http:')
    return fault('must begin with http://, because it is the address of a local service')
  if (url.username !== '' || url.password !== '')
    return fault('must not contain a user name or a password')
  if (!isLocal(text) && remote !== true)
    return fault(
      `must be on this machine (127.0.0.1, [::1] or localhost), but it is on ${url.hostname}; add \`remote: true\` if that is intended`,
    )
  if (/^(169\.254\.|\[fe[89ab])/.test(url.hostname))
    return fault('must not be a link-local address, where clouds hand out credentials')
  return []
}
