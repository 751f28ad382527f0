import { parseArgs } from 'node:util'
import { FLAGS, UsageError, type Flag, type FlagName } from './usage.ts'

/** The values of each flag that was given. A switch has the value `true`. */
export type ParsedFlags = Readonly<Partial<Record<FlagName, readonly string[]>>>

/** Splits the command line into operands and flags. @throws UsageError for an unknown or repeated flag, or one without its value */
export function parseFlags(argv: readonly string[]): {
  readonly operands: readonly string[]
  readonly flags: ParsedFlags
} {
  const options = Object.fromEntries(
    Object.entries<Flag>(FLAGS).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string' } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const flags: Record<string, string[]> = {}
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind === 'option') (flags[token.name] ??= []).push(valueOf(token.name, token.value))
  }
  const repeated = Object.entries(flags).find(
    ([name, values]) => values.length > 1 && !(FLAGS[name as FlagName] as Flag).many,
  )
  if (repeated) throw new UsageError(`--${repeated[0]} is given more than once.`)
  return { operands, flags }
}

function valueOf(name: string, value: string | undefined): string {
  if (!Object.hasOwn(FLAGS, name))
    throw new UsageError(`There is no flag --${name}; \`svc-conformance help\` lists all flags.`)
  const flag: Flag = FLAGS[name as FlagName]
  if (flag.value === undefined) return 'true'
  if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}.`)
  return value
}

export const valueOfFlag = (flags: ParsedFlags, name: FlagName): string | undefined =>
  flags[name]?.[0]

/** Returns the values of a flag that takes a list, separated by commas or given several times. */
export const listOf = (flags: ParsedFlags, name: FlagName): readonly string[] =>
  (flags[name] ?? [])
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)

/** Returns the value of a numeric flag. @throws UsageError */
export function numberOf(flags: ParsedFlags, name: FlagName, otherwise: number): number {
  const text = valueOfFlag(flags, name)
  if (text === undefined) return otherwise
  if (!/^\d{1,7}$/.test(text))
    throw new UsageError(`--${name} has to be a whole number from 0 to 9999999.`)
  return Number(text)
}

/** Splits a value of the form NAME=VALUE. @throws UsageError */
export function pairOf(name: FlagName, text: string): readonly [string, string] {
  const separator = text.indexOf('=')
  if (separator < 1)
    throw new UsageError(`--${name} must have the form ${(FLAGS[name] as Flag).value ?? ''}.`)
  return [text.slice(0, separator), text.slice(separator + 1)]
}

/** Returns all values of a flag that takes NAME=VALUE. @throws UsageError */
export const pairsOf = (
  flags: ParsedFlags,
  name: FlagName,
): readonly (readonly [string, string])[] => (flags[name] ?? []).map((text) => pairOf(name, text))
