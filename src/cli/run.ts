import type { Terminal } from '../terminal/command.ts'
import { commands, groups } from './commands.ts'
import { programHelp } from '../terminal/help.ts'
import { runProgram } from '../terminal/program.ts'
import { version } from '../version.ts'

/** Runs one command line of `svc-registry`. Resolves with the exit code. */
export const run = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runProgram(
    {
      name: 'svc-registry',
      commands,
      groups,
      help: (typed) => programHelp(typed, version(), commands),
    },
    argv,
    terminal,
  )
