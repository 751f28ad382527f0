import { parseArgs } from 'node:util'
import type { Command, Flags, GivenValue, ParsedArguments } from './command.ts'
import { UsageError } from './errors.ts'
import { suggest } from './text.ts'

/** Parses the arguments of a command. @throws UsageError */
export function parse(command: Command, argv: readonly string[]): ParsedArguments {
  const { flags } = command
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string' } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: argv.map((argument) => mark(command, argument)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })

  const values: Record<string, GivenValue> = defaultsOf(flags)
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const [value, before] = [valueOf(flags, token), values[token.name]]
    values[token.name] = Array.isArray(before) ? [...before, String(value)] : value
    if (given.has(token.name) && !Array.isArray(before))
      throw new UsageError(`--${token.name} is given twice.`)
    given.add(token.name)
  }
  const operands = tokens.flatMap((token) =>
    token.kind === 'positional' ? [unmark(token.value)] : [],
  )
  checkOperands(command, operands)
  const missing = Object.entries(flags).find(([name, { required }]) => required && !given.has(name))
  if (missing)
    throw new UsageError(
      `--${missing[0]} ${missing[1].value} is missing: ${uncapitalized(missing[1].description)}.`,
    )
  return { flags: values, operands }
}

const defaultsOf = (flags: Flags): Record<string, GivenValue> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { value, repeatable, default: fixed }]) => [
      name,
      repeatable ? [] : value === undefined ? false : fixed,
    ]),
  )

/**
 * Marks an argument that begins with a single hyphen, so that it is parsed as an operand or a value: identifiers of keys may begin with
 * one, and no flag of a command does. `runProgram` handles `-h` before it calls `parse`.
 */
const mark = ({ operands }: Command, argument: string): string =>
  operands.length > 0 && /^-[^-]/.test(argument) ? `\0${argument}` : argument
const unmark = (text: string): string => text.replace(/^\0/, '')

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function valueOf(
  flags: Flags,
  { name, rawName, value, inlineValue }: OptionToken,
): string | boolean {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
  if (!flag) throw new UsageError(`Unknown flag ${rawName}${suggestionFor(name, flags)}`)
  if (flag.value === undefined && inlineValue) throw new UsageError(`${rawName} takes no value.`)
  if (flag.value === undefined) return true
  if (value === undefined || (!inlineValue && value.startsWith('--')))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}.`)
  return unmark(value)
}

function suggestionFor(name: string, flags: Flags): string {
  const suggestion = suggest(name, Object.keys(flags))
  return suggestion === undefined ? '.' : `; did you mean --${suggestion}?`
}

function checkOperands({ operands }: Command, given: readonly string[]): void {
  if (operands.at(-1)?.rest) return
  if (given.length > operands.length)
    throw new UsageError(`Unexpected argument "${given[operands.length]}".`)
  const missing = operands[given.length]
  if (missing)
    throw new UsageError(`${missing.name} is missing: ${uncapitalized(missing.description)}.`)
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
