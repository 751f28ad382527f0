import type { Command, Terminal } from './command.ts'
import { describeFailure, UsageError } from './errors.ts'
import { commandHelp, groupHelp, type Group } from './help.ts'
import { nearest } from './suggest.ts'
import { parse } from './parse.ts'
import { version } from '../version.ts'

/** A program with commands. */
export interface Program {
  /** Begins every complaint. */
  readonly name: string
  readonly commands: readonly Command[]
  /** What the first words of commands with two are about. */
  readonly groups: readonly Group[]
  /** What `--help` says of the whole of it; `typed` is how it was called. */
  help(typed: string): string
}

const HELP = ['--help', '-h']

/** Runs one command line. Resolves with the exit code: 2 where it was not understood, else 1 for what went wrong, as one line on stderr. */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await dispatch(program, argv, terminal)
  } catch (cause) {
    const { line, code } = describeFailure(cause)
    terminal.complain(`${program.name}: ${line}`)
    if (terminal.env['SVC_LOG_LEVEL'] === 'debug' && cause instanceof Error && code === 1)
      terminal.complain(cause.stack ?? '')
    return code
  }
}

async function dispatch(
  program: Program,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { name, commands, groups } = program
  if (argv[0] === '--version') return show(terminal, version())
  const beforeDashes = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const asked = argv[0] === 'help' || beforeDashes.some((word) => HELP.includes(word))
  const words = asked
    ? beforeDashes.filter(
        (word, index) => !HELP.includes(word) && !(index === 0 && word === 'help'),
      )
    : argv

  const command = find(commands, words)
  if (command && asked) return show(terminal, commandHelp(name, terminal.program, command))
  if (command) return runCommand(command, words.slice(command.path.split(' ').length), terminal)

  const group = groups.find((one) => one.name === words[0])
  const inGroup = words[1]
  if (group && (asked || inGroup === undefined))
    return show(terminal, groupHelp(name, terminal.program, group, commands))
  if (words.length === 0) return show(terminal, program.help(terminal.program))
  throw unknown(
    program,
    terminal.program,
    group ? `${group.name} ${inGroup}` : words[0]!,
    group?.name,
  )
}

async function runCommand(
  command: Command,
  rest: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await command.run(parse(command, rest), terminal)
  } catch (cause) {
    if (cause instanceof UsageError)
      throw new UsageError(
        `${command.path}: ${cause.message} See: ${terminal.program} ${command.path} --help`,
      )
    throw cause
  }
}

/** The command that these words begin with; two words win over one. */
const find = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path === words.slice(0, 2).join(' ')) ??
  commands.find(({ path }) => path === words[0])

function unknown(
  { commands, groups }: Program,
  called: string,
  typed: string,
  group: string | undefined,
): UsageError {
  const kind = typed.startsWith('-') ? 'flag' : 'command'
  const known =
    kind === 'flag'
      ? undefined
      : nearest(typed, [
          ...commands.map(({ path }) => path),
          ...(group ? [] : groups.map(({ name }) => name)),
        ])
  return new UsageError(
    `There is no ${kind} "${typed}"${known === undefined ? '.' : `; did you mean ${known}?`} See: ${[called, group, '--help'].filter(Boolean).join(' ')}`,
  )
}

function show(terminal: Terminal, text: string): number {
  terminal.print(text)
  return 0
}
