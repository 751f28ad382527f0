import { writeFileSync } from 'node:fs'
import type { WriteStream } from 'node:tty'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeTransport } from '../engine/node-transport.ts'
import { conduct, type Event } from '../engine/run.ts'
import { ChoiceError, select } from '../engine/select.ts'
import type { Suite } from '../engine/types.ts'
import { EXIT } from '../engine/verdict.ts'
import { SUITE } from '../identity.ts'
import { reportOf } from '../report/data.ts'
import { json } from '../report/json.ts'
import { heading, plainLine, text } from '../report/text.ts'
import { agentSuite } from '../rules/agent/index.ts'
import { platformSuite } from '../rules/platform/index.ts'
import { explain, list } from './rules.ts'
import { listed, pair, readChoice, readFlags, readSettings, type Given } from './options.ts'
import { help, UsageError } from './usage.ts'

export interface World {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }
}

export const SUITES: Readonly<Record<string, Suite>> = { agent: agentSuite, platform: platformSuite }

/** Runs one command and answers the code the process ends with. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    const { operands: [command = 'help', ...operands], given } = readFlags(argv.map((word) => (word === '--help' || word === '-h' ? 'help' : word === '--version' ? 'version' : word)))
    return await perform(argv.includes('--help') || argv.includes('-h') ? 'help' : command, operands, given, world)
  } catch (cause) {
    const usage = cause instanceof UsageError || cause instanceof ChoiceError
    world.stderr.write(usage ? `${cause.message}\n` : `The suite itself failed; please report this.\n${cause instanceof Error ? cause.stack : String(cause)}\n`)
    return usage ? EXIT.usage : EXIT.suite
  }
}

async function perform(command: string, operands: readonly string[], given: Given, world: World): Promise<number> {
  const print = (lines: string): number => (world.stdout.write(lines), 0)
  switch (command) {
    case 'help': return print(help())
    case 'version': return print(`${SUITE.name} ${SUITE.version}\n`)
    case 'list': return print(list(operands[0] === undefined ? Object.values(SUITES) : [suiteOf(operands[0])]))
    case 'explain': return print(explain(Object.values(SUITES), operands[0]))
    case 'agent':
    case 'platform': return judge(suiteOf(command), operands, given, world)
    default: throw new UsageError(`There is no command ${command}; \`svc-conformance help\` lists them.`)
  }
}

function suiteOf(subject: string): Suite {
  const suite = Object.hasOwn(SUITES, subject) ? SUITES[subject] : undefined
  if (!suite) throw new UsageError(`A target is an agent or a platform, not ${subject}.`)
  return suite
}

const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }

async function judge(suite: Suite, operands: readonly string[], given: Given, world: World): Promise<number> {
  if (operands.length > 1) throw new UsageError(`One target at a time: ${operands[1]} is too much.`)
  const chosen = readSettings(operands[0], given, world.env)
  const settings = { ...chosen, profile: chosen.profile || (Object.keys(suite.profiles)[0] ?? '') }
  const selected = select(suite, { ...readChoice(given), profile: settings.profile })
  const outputs = listed(given.report ?? []).map((wish) => pair('report', wish))
  const started_at = new Date().toISOString()
  const live = world.stdout.isTTY === true && world.env['CI'] === undefined
  const quiet = given.quiet !== undefined
  if (!quiet) world.stdout.write(`${heading({ suite: SUITE, subject: suite.subject, target: settings.base, profile: settings.profile, seed: settings.seed })}\n`)

  const onEvent = (event: Event): void => {
    if (quiet || event.kind !== 'judged') return
    if (live) world.stdout.write(`\r\u001b[2K  ${event.done}/${selected.length} ${event.result.rule.id}`)
    else world.stdout.write(`${settings.vault.redact(plainLine({ state: event.result.state, ...event.result.rule, reason: event.result.reason }))}\n`)
  }
  const finished = await conduct({ suite, settings, selected, onEvent }, nodeTransport, TIME)
  if (live) world.stdout.write('\r\u001b[2K')
  const report = reportOf(finished, { started_at })
  for (const [kind, file] of outputs) {
    if (kind !== 'json') throw new UsageError(`There is no report of the kind ${kind}.`)
    writeFileSync(file, json(report))
  }
  const colour = world.stdout.isTTY === true && given['no-color'] === undefined && world.env['NO_COLOR'] === undefined
  world.stdout.write(text(report, { colour, width: world.stdout.columns ?? 120, verbose: false }))
  return report.exit_code
}
