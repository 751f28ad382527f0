import type { Command, Terminal } from './command.ts'
import { commands, groups } from './commands.ts'
import { describeFailure, UsageError } from './failures.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { nearest } from './nearest.ts'
import { parse } from './parse.ts'
import { version } from './version.ts'

const HELP = ['--help', '-h']

/** Runs one command line. Resolves with the exit code; whatever goes wrong is one line on stderr. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal)
  } catch (cause) {
    const { line, code } = describeFailure(cause)
    terminal.complain(`svc-registry: ${line}`)
    if (terminal.env['SVC_LOG_LEVEL'] === 'debug' && cause instanceof Error && code === 1) terminal.complain(cause.stack ?? '')
    return code
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv[0] === '--version') return show(terminal, version())
  const beforeDashes = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const asked = argv[0] === 'help' || beforeDashes.some((word) => HELP.includes(word))
  const words = asked ? beforeDashes.filter((word, index) => !HELP.includes(word) && !(index === 0 && word === 'help')) : argv

  const command = find(words)
  if (command && asked) return show(terminal, commandHelp(terminal.program, command))
  if (command) return runCommand(command, words.slice(command.path.split(' ').length), terminal)

  const group = groups.find(({ name }) => name === words[0])
  const inGroup = words[1]
  if (group && (asked || inGroup === undefined)) return show(terminal, groupHelp(terminal.program, group, commands))
  if (words.length === 0) return show(terminal, programHelp(terminal.program, version(), commands))
  throw unknown(terminal.program, group ? `${group.name} ${inGroup}` : words[0]!, group?.name)
}

async function runCommand(command: Command, rest: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await command.run(parse(command, rest), terminal)
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${command.path}: ${cause.message} See: ${terminal.program} ${command.path} --help`)
    throw cause
  }
}

/** The command that these words begin with; two words win over one. */
const find = (words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path === words.slice(0, 2).join(' ')) ?? commands.find(({ path }) => path === words[0])

function unknown(program: string, typed: string, group: string | undefined): UsageError {
  const kind = typed.startsWith('-') ? 'flag' : 'command'
  const known = kind === 'flag' ? undefined : nearest(typed, group ? commands.map(({ path }) => path) : [...commands.map(({ path }) => path), ...groups.map(({ name }) => name)])
  const hint = known === undefined ? '' : `; did you mean ${known}?`
  return new UsageError(`There is no ${kind} "${typed}"${hint}${hint ? '' : '.'} See: ${[program, group, '--help'].filter(Boolean).join(' ')}`)
}

function show(terminal: Terminal, text: string): number {
  terminal.print(text)
  return 0
}
