/** One flag of a command. With `value` it takes one; without, it is a switch. */
export interface Flag {
  /** What the value is, as help shows it: `PORT`, `ORG`. */
  readonly value?: string
  readonly says: string
  /** Taken when the flag is not given. */
  readonly default?: string
  /** Where the value comes from when the flag is not given, in words: for defaults that depend on the environment. */
  readonly otherwise?: string
  readonly required?: true
}
export type Flags = Readonly<Record<string, Flag>>

/** A value that is given by its place. All of them are required. */
export interface Operand {
  readonly name: string
  readonly says: string
}

type Value<F extends Flag> = F extends { value: string }
  ? F extends { required: true } | { default: string }
    ? string
    : string | undefined
  : boolean
/** The values of these flags, typed after what they say of themselves. */
export type Values<F extends Flags> = { readonly [Name in keyof F]: Value<F[Name]> }

/** What was typed after a command's name, checked against its flags and operands. */
export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

/** The world around a command: its environment and its two outputs. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** How this program was called, so that every hint can be typed as it stands. */
  readonly program: string
  /** Somebody is looking. */
  readonly interactive: boolean
  print(text: string): void
  complain(line: string): void
}

/** One command of a program, and everything its help says. */
export interface Command {
  /** Its words: `serve`, `org create`. */
  readonly path: string
  readonly summary: string
  /** It is about all the data of a store. */
  readonly keeps?: true
  readonly about?: string
  readonly operands: readonly Operand[]
  readonly flags: Flags
  /** What follows the program's name; each can be typed as it stands. */
  readonly examples: readonly string[]
  /** Resolves with the exit code. */
  run(given: Given, terminal: Terminal): Promise<number>
}

interface Spec<F extends Flags> extends Omit<Command, 'run' | 'flags' | 'operands'> {
  readonly operands?: readonly Operand[]
  readonly flags: F
  run(values: Values<F>, terminal: Terminal, operands: readonly string[]): Promise<number>
}

/** Defines a command with typed flags. */
export function command<const F extends Flags>(spec: Spec<F>): Command {
  const { operands = [] } = spec
  return {
    ...spec,
    operands,
    run: ({ flags, operands: given }, terminal) => spec.run(flags as Values<F>, terminal, given),
  }
}
