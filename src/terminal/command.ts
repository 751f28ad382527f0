/** One flag of a command. A flag with `value` takes a value; one without is a switch. */
export interface Flag {
  /** Placeholder for the value in help: `PORT`, `ORG`. */
  readonly value?: string
  readonly description: string
  /** Value that is used if the flag is not given. */
  readonly default?: string
  /** Describes what is used if the flag is not given and has no fixed default. */
  readonly fallback?: string
  readonly required?: true
  /** Whether it can be given several times. */
  readonly repeatable?: true
}
export type Flags = Readonly<Record<string, Flag>>

/** A positional argument. */
export interface Argument {
  readonly name: string
  readonly description: string
  /** Whether it stands for any number of arguments, including none. Others are required. */
  readonly rest?: true
}

type FlagValue<F extends Flag> = F extends { repeatable: true }
  ? readonly string[]
  : F extends { value: string }
    ? F extends { required: true } | { default: string }
      ? string
      : string | undefined
    : boolean
/** The values of flags, with the types that their definitions imply. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> }

/** The value of a flag as it was given: a list if the flag is repeatable. */
export type GivenValue = string | boolean | readonly string[] | undefined

/** The arguments of a command line, checked against the command's flags and operands. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, GivenValue>>
  readonly operands: readonly string[]
}

/** The environment variables and the outputs of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The command line that starts this program, so that suggested commands can be copied. */
  readonly program: string
  /** Whether standard output is a terminal. */
  readonly interactive: boolean
  /** Whether the program goes on with another command, so that none has to be suggested. */
  readonly continues?: boolean
  print(text: string): void
  printError(line: string): void
}

/** One command of a program, with its help. */
export interface Command {
  /** The name of the command, of one or two words: `serve`, `org create`. */
  readonly path: string
  readonly summary: string
  /** Whether help lists it with the commands that maintain a store's data. */
  readonly maintenance?: true
  readonly about?: string
  readonly operands: readonly Argument[]
  readonly flags: Flags
  /** Complete command lines without the program's name. */
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
