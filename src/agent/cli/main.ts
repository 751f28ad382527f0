import type { Command, Terminal } from '../../cli/command.ts'
import { describeFailure, UsageError } from '../../cli/failures.ts'
import { commandHelp } from '../../cli/help.ts'
import { nearest } from '../../cli/nearest.ts'
import { parse } from '../../cli/parse.ts'
import { facts } from '../../cli/text.ts'
import { version } from '../../cli/version.ts'
import { call } from './call.ts'
import { id } from './id.ts'
import { init } from './init.ts'
import { install } from './install.ts'
import { register } from './register.ts'
import { run } from './run.ts'
import { status } from './status.ts'

/** Everything `svc-agent` can do, in the order in which an author meets it. */
export const commands: readonly Command[] = [init, run, call, register, install, status, id]

const HELP = ['--help', '-h', 'help']

/** Runs one command line. Resolves with the exit code: 2 where the command line is wrong, else 1 for what went wrong, as one line on stderr. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal)
  } catch (cause) {
    const { line, code } = describeFailure(cause)
    terminal.complain(`svc-agent: ${line}`)
    if (terminal.env['SVC_LOG_LEVEL'] === 'debug' && cause instanceof Error && code === 1) terminal.complain(cause.stack ?? '')
    return code
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { program } = terminal
  if (argv[0] === '--version') return show(terminal, version())
  const beforeDashes = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const asked = argv[0] === 'help' || beforeDashes.some((word) => word.startsWith('-') && HELP.includes(word))
  const name = asked ? beforeDashes.find((word) => !HELP.includes(word)) : argv[0]
  if (name === undefined) return show(terminal, programHelp(program))
  const command = commands.find(({ path }) => path === name)
  if (!command) throw unknown(name, program)
  if (asked) return show(terminal, commandHelp(program, command))
  try {
    return await command.run(parse(command, argv.slice(1)), terminal)
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${command.path}: ${cause.message} See: ${program} ${command.path} --help`)
    throw cause
  }
}

const programHelp = (program: string): string => [
  `${program} ${version()}: makes an agent, serves it, and brings it on the air`,
  `Usage: ${program} COMMAND [ARGUMENTS] [FLAGS]`,
  `Commands\n${facts(commands.map(({ path, operands, summary }) => [[path, ...operands.map((operand) => operand.name)].join(' '), summary]), '  ')}`,
  [
    'From an empty folder to an agent that answers', `  ${program} init`, `  ${program} run`, `  ${program} call http://127.0.0.1:8090 greet --text Ada     in another terminal`,
  ].join('\n'),
  [
    'On the air, with SVC_PLATFORM_URL and SVC_API_KEY set', `  ${program} register`, `  ${program} install --workspace WORKSPACE`, `  ${program} run`,
  ].join('\n'),
  `${program} COMMAND --help says more about one of them.`,
].join('\n\n')

function unknown(typed: string, program: string): UsageError {
  const kind = typed.startsWith('-') ? 'flag' : 'command'
  const known = kind === 'flag' ? undefined : nearest(typed, commands.map(({ path }) => path))
  return new UsageError(`There is no ${kind} "${typed}"${known === undefined ? '.' : `; did you mean ${known}?`} See: ${program} --help`)
}

function show(terminal: Terminal, text: string): number {
  terminal.print(text)
  return 0
}
