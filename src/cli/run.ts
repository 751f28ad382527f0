import type { Terminal } from './command.ts'
import { commands, groups } from './commands.ts'
import { programHelp } from './help.ts'
import { runProgram } from './runner.ts'
import { version } from './version.ts'

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
