import { ChoiceError } from '../engine/select.ts'
import { EXIT } from '../engine/verdict.ts'
import { severalLines } from '../visible.ts'
import { SUITE } from '../identity.ts'
import { SUITES } from '../suites.ts'
import { judgeRecording, judgeTarget, rerun } from './commands.ts'
import { readFlags, type Given } from './options.ts'
import { explain, list } from './rules.ts'
import { help, UsageError } from './usage.ts'
import { suiteOf, type World } from './world.ts'

/** Runs one command and answers the code the process ends with. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    if (argv.includes('--help') || argv.includes('-h')) return await perform('help', [], {}, world)
    if (argv[0] === '--version') return await perform('version', [], {}, world)
    const {
      operands: [command = 'help', ...operands],
      given,
    } = readFlags(argv)
    return await perform(command, operands, given, world)
  } catch (cause) {
    const usage = cause instanceof UsageError || cause instanceof ChoiceError
    world.stderr.write(
      severalLines(
        usage
          ? `${cause.message}\n`
          : `The suite itself failed; please report this.\n${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
      ),
    )
    return usage ? EXIT.usage : EXIT.suite
  }
}

async function perform(
  command: string,
  operands: readonly string[],
  given: Given,
  world: World,
): Promise<number> {
  const print = (lines: string): number => (world.stdout.write(lines), 0)
  switch (command) {
    case 'help':
      return print(help())
    case 'version':
      return print(`${SUITE.name} ${SUITE.version}\n`)
    case 'list':
      return print(list(operands[0] === undefined ? Object.values(SUITES) : [suiteOf(operands[0])]))
    case 'explain':
      return print(explain(Object.values(SUITES), operands[0]))
    case 'agent':
    case 'platform':
      return judgeTarget(suiteOf(command), operands, given, world)
    case 'judge':
      return judgeRecording(operands, given, world)
    case 'rerun':
      return rerun(operands, given, world)
    default:
      throw new UsageError(`There is no command ${command}; \`svc-conformance help\` lists them.`)
  }
}
