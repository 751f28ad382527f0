import type {
  Command,
  Flag,
  Flags,
  Argument,
  Terminal,
  FlagValues,
} from '../../terminal/command.ts'
import { terminalJson, terminalText } from '../../terminal/text.ts'

/** What every command of an agent has. */
const COMMON = {
  dir: {
    value: 'DIR',
    description: "The agent's folder, with svc.yml and svc.key",
    fallback: 'this folder',
  },
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

export type Given<F extends Flags> = FlagValues<F> & FlagValues<typeof COMMON>

/** `run` becomes `svc-agent run --dir agents/greeter` where that is the folder this is about. */
export type Suggest = (words: string) => string

export const suggesting =
  (program: string, dir: string | undefined): Suggest =>
  (words) => {
    const place =
      dir === undefined || words.startsWith('call ')
        ? ''
        : ` --dir ${/^[\w./~-]+$/.test(dir) ? dir : `'${dir.replaceAll("'", "'\\''")}'`}`
    return `${program} ${words}${place}`
  }

interface Spec<F extends Flags, Result>
  extends Pick<Command, 'path' | 'summary' | 'examples'>, Partial<Pick<Command, 'about'>> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  /** Does it. @throws UsageError for what was typed, Refused for what cannot be done */
  work(given: Given<F>, operands: readonly string[], terminal: Terminal): Promise<Result>
  /** The result for people; `suggest` makes a command of its words that can be typed as it stands. */
  show(result: Result, suggest: Suggest): string
  /** The result is bad news: exit code 1. */
  failed?(result: Result): boolean
  /** What comes after the result was printed; resolves with the exit code. */
  goOn?(result: Result, terminal: Terminal): Promise<number>
  /** The result as `--json` prints it, where not all of it is data. */
  data?(result: Result): unknown
}

/** Defines a command: data in, data out, and a way to show it. `--json` prints the data. */
export function define<const F extends Flags, Result>(spec: Spec<F, Result>): Command {
  const { path, summary, about, operands = [], examples } = spec
  return {
    path,
    summary,
    operands,
    examples,
    flags: { ...spec.flags, ...COMMON },
    ...(about !== undefined && { about }),
    async run(given, terminal) {
      const flags = given.flags as Given<F>
      const result = await spec.work(flags, given.operands, terminal)
      terminal.print(
        flags.json
          ? terminalJson(spec.data ? spec.data(result) : result)
          : terminalText(spec.show(result, suggesting(terminal.program, flags.dir))),
      )
      if (spec.goOn) return spec.goOn(result, terminal)
      return spec.failed?.(result) ? 1 : 0
    },
  }
}

/** Flags that several commands share; each can come from the environment, so that it is typed once. */
export const PLATFORM: Flag & { readonly value: string } = {
  value: 'URL',
  description: "The platform's API",
  fallback:
    'SVC_PLATFORM_URL, else where the agent is installed, else http://127.0.0.1:8080/api/v1',
}
export const API_KEY: Flag & { readonly value: string } = {
  value: 'KEY',
  description:
    'API key of the organization; better in SVC_API_KEY, where other users do not see it',
  fallback: 'SVC_API_KEY',
}
export const ISSUER: Flag & { readonly value: string } = {
  value: 'ISSUER',
  description: "The platform's name in signatures, as its operator tells it",
  fallback: "SVC_ISSUER, else as at installation, else the platform's address without /api/v1",
}
export const ORGANIZATION: Flag & { readonly value: string } = {
  value: 'ORGANIZATION',
  description: 'Identifier of the organization that owns the agent',
  fallback: 'SVC_ORGANIZATION_ID',
}
export const WORKSPACE: Flag & { readonly value: string } = {
  value: 'WORKSPACE',
  description: 'Identifier of the workspace',
  fallback: 'SVC_WORKSPACE_ID',
}
