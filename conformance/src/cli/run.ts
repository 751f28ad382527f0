import { SelectionError } from '../engine/select.ts'
import { EXIT } from '../engine/verdict.ts'
import { SUITE } from '../identity.ts'
import { SUITES } from '../suites.ts'
import { multiline } from '../visible.ts'
import { judgeRecording, judgeTarget, rerun } from './commands.ts'
import { suiteOf, type CliContext } from './context.ts'
import { parseFlags, type ParsedFlags } from './flags.ts'
import { explainRule, listRules } from './rules.ts'
import { helpText, UsageError } from './usage.ts'

/** Runs one command and returns the exit code of the process. */
export async function run(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    if (argv.includes('--help') || argv.includes('-h'))
      return await perform('help', [], {}, context)
    if (argv[0] === '--version') return await perform('version', [], {}, context)
    const {
      operands: [command = 'help', ...operands],
      flags,
    } = parseFlags(argv)
    return await perform(command, operands, flags, context)
  } catch (cause) {
    if (cause instanceof UsageError || cause instanceof SelectionError) {
      context.stderr.write(multiline(`${cause.message}\n`))
      return EXIT.usage
    }
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    context.stderr.write(
      multiline(`The suite itself failed. Please report this error.\n${detail}\n`),
    )
    return EXIT.suite
  }
}

async function perform(
  command: string,
  operands: readonly string[],
  flags: ParsedFlags,
  context: CliContext,
): Promise<number> {
  const print = (text: string): number => (context.stdout.write(text), 0)
  const [operand] = operands
  switch (command) {
    case 'help':
      return print(helpText())
    case 'version':
      return print(`${SUITE.name} ${SUITE.version}\n`)
    case 'list':
      return print(listRules(operand === undefined ? Object.values(SUITES) : [suiteOf(operand)]))
    case 'explain':
      return print(explainRule(Object.values(SUITES), operand))
    case 'agent':
    case 'platform':
      return judgeTarget(suiteOf(command), operands, flags, context)
    case 'judge':
      return judgeRecording(operands, flags, context)
    case 'rerun':
      return rerun(operands, flags, context)
    default:
      throw new UsageError(
        `There is no command ${command}; \`svc-conformance help\` lists all commands.`,
      )
  }
}
