import type { Command, Flag } from './command.ts'
import { facts, wrap } from './text.ts'

const WIDTH = 96

/** Commands that share their first word, and what that word is about. */
export interface Group {
  readonly name: string
  readonly about: string
}

/** What `--help` says of the whole program. */
export function programHelp(
  program: string,
  version: string,
  commands: readonly Command[],
): string {
  const {
    running = [],
    keeping = [],
    operating = [],
  } = Object.groupBy(commands, ({ path, keeps }) =>
    path.includes(' ') ? 'operating' : keeps ? 'keeping' : 'running',
  )
  const list = (some: readonly Command[]) =>
    facts(
      some.map(({ path, summary }) => [path, summary]),
      '  ',
    )
  return sections([
    `svc-registry ${version}: a registry of software agents that others can trust`,
    `Usage: ${program} COMMAND [ARGUMENTS] [FLAGS]`,
    `Run a registry\n${list(running)}`,
    `Keep its data, while it runs or not\n${list(keeping)}`,
    `Operate one, while it runs or not\n${list(operating)}`,
    examples(program, ['sandbox', 'org create --name "Acme" --plan professional']),
    `${program} COMMAND --help says more about one of them.`,
  ])
}

/** What `--help` says of the commands that share a first word. */
export function groupHelp(
  title: string,
  program: string,
  { name, about }: Group,
  commands: readonly Command[],
): string {
  const members = commands.filter(({ path }) => path.startsWith(`${name} `))
  return sections([
    paragraph(`${title} ${name}: ${about}`),
    facts(
      members.map(({ path, operands, summary }) => [
        [path, ...operands.map((operand) => operand.name)].join(' '),
        summary,
      ]),
      '  ',
    ),
    examples(
      program,
      [0, 1].flatMap((nth) => members.flatMap((member) => member.examples[nth] ?? [])).slice(0, 2),
    ),
    `${program} ${name} COMMAND --help says more about one of them.`,
  ])
}

/** What `--help` says of one command. */
export function commandHelp(
  title: string,
  program: string,
  { path, summary, about, operands, flags, examples: shown }: Command,
): string {
  const all: readonly (readonly [string, Flag])[] = [
    ...Object.entries(flags),
    ['help', { says: 'Show this' }],
  ]
  const usage = [
    program,
    path,
    ...operands.map(({ name }) => name),
    ...Object.entries(flags).map(([name, flag]) => optional(usageOf(name, flag), flag)),
  ]
  return sections([
    `${title} ${path}: ${summary}`,
    about && paragraph(about),
    wrap(`Usage: ${usage.map((word) => word.replaceAll(' ', '\0')).join(' ')}`, WIDTH)
      .join('\n    ')
      .replaceAll('\0', ' '),
    operands.length > 0 &&
      `Arguments\n${facts(
        operands.map(({ name, says }) => [name, says]),
        '  ',
      )}`,
    `Flags\n${facts(
      all.map(([name, flag]) => [usageOf(name, flag), told(flag)]),
      '  ',
    )}`,
    examples(program, shown),
  ])
}

const sections = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n')
const paragraph = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrap(line, WIDTH))
    .join('\n')
const examples = (program: string, lines: readonly string[]): string =>
  `Examples\n${lines.map((line) => `  ${program} ${line}`).join('\n')}`

const usageOf = (name: string, { value }: Flag): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`
const optional = (usage: string, { required }: Flag): string => (required ? usage : `[${usage}]`)

function told({ says, required, default: fallback, otherwise }: Flag): string {
  if (required) return `${says} (required)`
  const source = otherwise ?? fallback
  return source === undefined ? says : `${says} (default ${source})`
}
