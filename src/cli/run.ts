import type { Command, Terminal } from '../terminal/command.ts'
import { formatExamples, joinSections } from '../terminal/help.ts'
import { runProgram } from '../terminal/program.ts'
import { formatFields } from '../terminal/text.ts'
import { version } from '../version.ts'
import { commands, groups } from './commands.ts'

/** Runs one command line of `svc-registry`. Resolves with the exit code. */
export const run = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runProgram({ name: 'svc-registry', commands, groups, help: programHelp }, argv, terminal)

function programHelp(program: string): string {
  const {
    running = [],
    maintaining = [],
    operating = [],
  } = Object.groupBy(commands, ({ path, maintenance }) =>
    path.includes(' ') ? 'operating' : maintenance ? 'maintaining' : 'running',
  )
  const list = (listed: readonly Command[]) =>
    formatFields(
      listed.map(({ path, summary }) => [path, summary]),
      '  ',
    )
  return joinSections([
    `svc-registry ${version()}: a trusted registry of software agents`,
    `Usage: ${program} COMMAND [ARGUMENTS] [FLAGS]`,
    `Run a registry\n${list(running)}`,
    `Maintain its data\n${list(maintaining)}`,
    `Operate it, even while it is running\n${list(operating)}`,
    formatExamples(program, ['sandbox', 'org create --name "Acme" --plan professional']),
    `Run ${program} COMMAND --help for details of a command.`,
  ])
}
