import type { Command, Terminal } from '../../terminal/command.ts'
import { commandList, type Group } from '../../terminal/help.ts'
import { runProgram } from '../../terminal/program.ts'
import { version } from '../../version.ts'
import { audit } from './audit-head.ts'
import { bridge } from './bridge.ts'
import { call } from './call.ts'
import { id } from './id.ts'
import { init } from './init.ts'
import { install } from './install.ts'
import { register } from './register.ts'
import { run } from './run.ts'
import { status } from './status.ts'

/** The commands of `svc-agent`, in the order in which authors use them. */
export const commands: readonly Command[] = [
  init,
  bridge,
  run,
  call,
  register,
  install,
  status,
  id,
  audit,
]

const groups: readonly Group[] = [
  {
    name: 'audit',
    about: "the heads of your organization's audit log, as the platform published them.",
  },
]

/** Runs one command line of `svc-agent`. Resolves with the exit code. */
export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runProgram({ name: 'svc-agent', commands, groups, help: programHelp }, argv, terminal)

const programHelp = (program: string): string =>
  [
    `svc-agent ${version()}: creates an agent, serves it, and brings it online`,
    `Usage: ${program} COMMAND [ARGUMENTS] [FLAGS]`,
    `Commands\n${commandList(commands)}`,
    [
      'From an empty folder to a running agent',
      `  ${program} init`,
      `  ${program} run`,
      `  ${program} call http://127.0.0.1:8090 greet --text Ada     in another terminal`,
    ].join('\n'),
    [
      'Online, with SVC_PLATFORM_URL, SVC_API_KEY and SVC_ORGANIZATION_ID set',
      `  ${program} register`,
      `  ${program} install --workspace WORKSPACE`,
      `  ${program} run`,
    ].join('\n'),
    `Run ${program} COMMAND --help for details of a command.`,
  ].join('\n\n')
