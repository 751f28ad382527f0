import type { Command, Terminal } from './command.ts'
import { describeError, UsageError } from './errors.ts'
import { commandHelp, groupHelp, type Group } from './help.ts'
import { suggest, terminalLine, terminalText } from './text.ts'
import { parse } from './parse.ts'
import { version } from '../version.ts'

/** A command-line program. */
export interface Program {
  /** The name of the program, with which every error message begins. */
  readonly name: string
  readonly commands: readonly Command[]
  /** Descriptions of the groups of two-word commands. */
  readonly groups: readonly Group[]
  /** Returns the help of the whole program. `program` is the command line that starts it. */
  help(program: string): string
}

const HELP = ['--help', '-h']

/**
 * Runs one command line. Resolves with the exit code: 2 for an invalid command line, 1 for another error. An error is one line on stderr,
 * without control characters, because it may quote what another program or a server has written.
 */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await dispatch(program, argv, terminal)
  } catch (cause) {
    const { line, code } = describeError(cause)
    terminal.printError(terminalLine(`${program.name}: ${line}`))
    if (terminal.env['SVC_LOG_LEVEL'] === 'debug' && cause instanceof Error && code === 1)
      terminal.printError(terminalText(cause.stack ?? ''))
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
  const wantsHelp = argv[0] === 'help' || beforeDashes.some((word) => HELP.includes(word))
  const words = wantsHelp
    ? beforeDashes.filter(
        (word, index) => !HELP.includes(word) && !(index === 0 && word === 'help'),
      )
    : argv

  const command = findCommand(commands, words)
  if (command && wantsHelp) return show(terminal, commandHelp(name, terminal.program, command))
  if (command) return runCommand(command, words.slice(command.path.split(' ').length), terminal)

  const group = groups.find((candidate) => candidate.name === words[0])
  const subcommand = words[1]
  if (group && (wantsHelp || subcommand === undefined))
    return show(terminal, groupHelp(name, terminal.program, group, commands))
  if (words.length === 0) return show(terminal, program.help(terminal.program))
  throw unknownWord(
    program,
    terminal.program,
    group ? `${group.name} ${subcommand}` : words[0]!,
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

/** Finds the command at the beginning of these words. A two-word command takes precedence over a one-word command. */
const findCommand = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path === words.slice(0, 2).join(' ')) ??
  commands.find(({ path }) => path === words[0])

function unknownWord(
  { commands, groups }: Program,
  program: string,
  word: string,
  group: string | undefined,
): UsageError {
  const kind = word.startsWith('-') ? 'flag' : 'command'
  const suggestion =
    kind === 'flag'
      ? undefined
      : suggest(word, [
          ...commands.map(({ path }) => path),
          ...(group ? [] : groups.map(({ name }) => name)),
        ])
  return new UsageError(
    `Unknown ${kind} "${word}"${suggestion === undefined ? '.' : `; did you mean ${suggestion}?`} See: ${[program, group, '--help'].filter(Boolean).join(' ')}`,
  )
}

function show(terminal: Terminal, text: string): number {
  terminal.print(text)
  return 0
}
