/** One flag of a command. A flag with `value` takes a value; one without is a switch. */
export interface Flag {
  /** Placeholder for the value in help: `PORT`, `ORG`. */
  readonly value?: string
  readonly description: string
  /** Value used when the flag is not given. */
  readonly default?: string
  /** Describes in words what is used when the flag is not given, where that depends on the environment. */
  readonly fallback?: string
  readonly required?: true
}
export type Flags = Readonly<Record<string, Flag>>

/** A positional argument. All of them are required. */
export interface Argument {
  readonly name: string
  readonly description: string
}

type FlagValue<F extends Flag> = F extends { value: string }
  ? F extends { required: true } | { default: string }
    ? string
    : string | undefined
  : boolean
/** The values of flags, with types derived from their definitions. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> }

/** What was typed after a command's name, checked against its flags and arguments. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

/** The environment of a command and its two outputs. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** How this program was called, so that suggested commands can be typed as they are. */
  readonly program: string
  /** Standard output is a terminal. */
  readonly interactive: boolean
  print(text: string): void
  printError(line: string): void
}

/** One command of a program, with its help. */
export interface Command {
  /** The words that call it: `serve`, `org create`. */
  readonly path: string
  readonly summary: string
  /** Help lists it with the commands that maintain a store's data. */
  readonly maintenance?: true
  readonly about?: string
  readonly operands: readonly Argument[]
  readonly flags: Flags
  /** What follows the program's name; each can be typed as it is. */
  readonly examples: readonly string[]
  /** Resolves with the exit code. */
  run(given: ParsedArguments, terminal: Terminal): Promise<number>
}

interface Spec<F extends Flags> extends Omit<Command, 'run' | 'flags' | 'operands'> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  run(values: FlagValues<F>, terminal: Terminal, operands: readonly string[]): Promise<number>
}

/** Defines a command with typed flags. */
export function command<const F extends Flags>(spec: Spec<F>): Command {
  const { operands = [] } = spec
  return {
    ...spec,
    operands,
    run: ({ flags, operands: given }, terminal) =>
      spec.run(flags as FlagValues<F>, terminal, given),
  }
}
