import type {
  Command,
  Flag,
  Flags,
  Argument,
  FlagValues,
  Terminal,
} from '../../terminal/command.ts'
import { shellArgument, terminalJson, terminalText } from '../../terminal/text.ts'

/** The flags of every command. */
export const COMMON = {
  dir: {
    value: 'DIR',
    description: "The agent's folder, with svc.yml and svc.key",
    fallback: 'the current folder',
  },
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

type GivenFlags<F extends Flags> = FlagValues<F> & FlagValues<typeof COMMON>

/** Returns a complete command line for a message: `run` becomes `svc-agent run --dir agents/greeter` if `--dir` was given. */
export type Suggest = (words: string) => string

export const suggestCommand =
  (program: string, dir: string | undefined): Suggest =>
  (words) =>
    `${program} ${words}${dir === undefined || words.startsWith('call ') ? '' : ` --dir ${shellArgument(dir)}`}`

interface CommandSpec<F extends Flags, Result>
  extends Pick<Command, 'path' | 'summary' | 'examples'>, Partial<Pick<Command, 'about'>> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  /** Executes the command. @throws UsageError for invalid input; CommandError if the command fails */
  execute(given: GivenFlags<F>, operands: readonly string[], terminal: Terminal): Promise<Result>
  /** Formats the result as text; `suggest` returns a complete command line. */
  show(result: Result, suggest: Suggest): string
  /** Returns the command that most users run next, which is printed last. */
  next?(result: Result): string
  /** Whether the result is a failure, for which the exit code is 1. */
  isFailure?(result: Result): boolean
  /** Runs after the result was printed; resolves with the exit code. */
  afterPrint?(result: Result, terminal: Terminal): Promise<number>
  /** Returns the data that `--json` prints, if it is not the whole result. */
  data?(result: Result): unknown
}

/** Defines a command from a function that returns data and one that formats it; `--json` prints the data. */
export function define<const F extends Flags, Result>(spec: CommandSpec<F, Result>): Command {
  const { path, summary, about, operands = [], examples } = spec
  const textOf = (result: Result, suggest: Suggest, { continues }: Terminal): string => {
    const text = spec.show(result, suggest)
    return spec.next && !continues ? `${text}\n\nNext: ${suggest(spec.next(result))}` : text
  }
  return {
    path,
    summary,
    operands,
    examples,
    flags: { ...spec.flags, ...COMMON },
    ...(about !== undefined && { about }),
    async run(given, terminal) {
      const flags = given.flags as GivenFlags<F>
      const result = await spec.execute(flags, given.operands, terminal)
      terminal.print(
        flags.json
          ? terminalJson(spec.data ? spec.data(result) : result)
          : terminalText(textOf(result, suggestCommand(terminal.program, flags.dir), terminal)),
      )
      if (spec.afterPrint) return spec.afterPrint(result, terminal)
      return spec.isFailure?.(result) ? 1 : 0
    },
  }
}

/** Flags that several commands share. Each can also be set by an environment variable. */
export const PLATFORM: Flag & { readonly value: string } = {
  value: 'URL',
  description: "Address of the platform's API",
  fallback:
    'SVC_PLATFORM_URL, else the platform where the agent is installed, else http://127.0.0.1:8080/api/v1',
}
export const API_KEY: Flag & { readonly value: string } = {
  value: 'KEY',
  description:
    'API key of the organization; prefer SVC_API_KEY, which other users of this machine cannot see',
  fallback: 'SVC_API_KEY',
}
export const ISSUER: Flag & { readonly value: string } = {
  value: 'ISSUER',
  description: "The platform's name in signatures, as its operator published it",
  fallback:
    "SVC_ISSUER, else the issuer stored at installation, else the platform's address without /api/v1",
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
