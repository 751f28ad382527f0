import type { Argument, Command, Flag } from './command.ts'
import { formatFields, wrap } from './text.ts'

const WIDTH = 96

/** A group of commands that share their first word. */
export interface Group {
  readonly name: string
  readonly about: string
}

const placeholderOf = ({ name, rest }: Argument): string => (rest ? `[${name}]` : name)

/** Returns one line per command, with its arguments and what it does. */
export const commandList = (commands: readonly Command[]): string =>
  formatFields(
    commands.map(({ path, operands, summary }) => [
      [path, ...operands.map(placeholderOf)].join(' '),
      summary,
    ]),
    '  ',
  )

/** Returns the help of the commands that share a first word. */
export function groupHelp(
  title: string,
  program: string,
  { name, about }: Group,
  commands: readonly Command[],
): string {
  const members = commands.filter(({ path }) => path.startsWith(`${name} `))
  return joinSections([
    paragraph(`${title} ${name}: ${about}`),
    commandList(members),
    formatExamples(
      program,
      [0, 1]
        .flatMap((position) => members.flatMap((member) => member.examples[position] ?? []))
        .slice(0, 2),
    ),
    `Run ${program} ${name} COMMAND --help for details of a command.`,
  ])
}

export function commandHelp(
  title: string,
  program: string,
  { path, summary, about, operands, flags, examples }: Command,
): string {
  const shown_flags: readonly (readonly [string, Flag])[] = [
    ...Object.entries(flags),
    ['help', { description: 'Show this help' }],
  ]
  const usage = [
    program,
    path,
    ...operands.map(placeholderOf),
    ...Object.entries(flags).map(([name, flag]) => bracketed(usageOf(name, flag), flag)),
  ]
  return joinSections([
    `${title} ${path}: ${summary}`,
    about && paragraph(about),
    wrap(`Usage: ${usage.map((word) => word.replaceAll(' ', '\0')).join(' ')}`, WIDTH)
      .join('\n    ')
      .replaceAll('\0', ' '),
    operands.length > 0 &&
      `Arguments\n${formatFields(
        operands.map(({ name, description }) => [name, description]),
        '  ',
      )}`,
    `Flags\n${formatFields(
      shown_flags.map(([name, flag]) => [usageOf(name, flag), descriptionOf(flag)]),
      '  ',
    )}`,
    formatExamples(program, examples),
  ])
}

/** Joins the sections of a help text that are not empty, with a blank line between them. */
export const joinSections = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n')
/** Returns the examples section of a help text. */
export const formatExamples = (program: string, lines: readonly string[]): string =>
  `Examples\n${lines.map((line) => `  ${program} ${line}`).join('\n')}`

const paragraph = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrap(line, WIDTH))
    .join('\n')

const usageOf = (name: string, { value }: Flag): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`
const bracketed = (usage: string, { required }: Flag): string => (required ? usage : `[${usage}]`)

function descriptionOf({ required, default: value, fallback, ...flag }: Flag): string {
  const description = flag.repeatable ? `${flag.description}; repeatable` : flag.description
  if (required) return `${description} (required)`
  const source = fallback ?? value
  return source === undefined || source === '' ? description : `${description} (default: ${source})`
}
