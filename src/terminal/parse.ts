import { parseArgs } from 'node:util'
import type { Command, Flags, Given } from './command.ts'
import { UsageError } from './errors.ts'
import { nearest } from './suggest.ts'

/** Reads what was typed after a command's name. @throws UsageError naming what is wrong */
export function parse(command: Command, argv: readonly string[]): Given {
  const { flags } = command
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
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

  const values: Record<string, string | boolean | undefined> = defaultsOf(flags)
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    values[token.name] = valueOf(flags, token)
    if (given.has(token.name)) throw new UsageError(`--${token.name} is given twice.`)
    given.add(token.name)
  }
  const operands = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  checkOperands(command, operands)
  const missing = Object.entries(flags).find(([name, { required }]) => required && !given.has(name))
  if (missing)
    throw new UsageError(
      `--${missing[0]} ${missing[1].value} is missing: ${lowered(missing[1].says)}.`,
    )
  return { flags: values, operands }
}

const defaultsOf = (flags: Flags): Record<string, string | boolean | undefined> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      flag.value === undefined ? false : flag.default,
    ]),
  )

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
  if (!flag) throw new UsageError(`There is no flag ${rawName} here${meant(name, flags)}`)
  if (flag.value === undefined && inlineValue) throw new UsageError(`${rawName} takes no value.`)
  if (flag.value === undefined) return true
  if (value === undefined || (!inlineValue && value.startsWith('--')))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}.`)
  return value
}

function meant(name: string, flags: Flags): string {
  const known = nearest(name, Object.keys(flags))
  return known === undefined ? '.' : `; did you mean --${known}?`
}

function checkOperands({ operands }: Command, given: readonly string[]): void {
  if (given.length > operands.length)
    throw new UsageError(`Unexpected argument "${given[operands.length]}".`)
  const missing = operands[given.length]
  if (missing) throw new UsageError(`${missing.name} is missing: ${lowered(missing.says)}.`)
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)
