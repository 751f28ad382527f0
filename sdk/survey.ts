import { unrecordedResponses } from './evidence.ts'
import { startEnvironment } from './environment.ts'
import { createFolder, hasProgram, install, sizeOf, toolsEnvironment } from './generator-folder.ts'
import type { Generator } from './generators.ts'
import { addressOf, type Contract } from './contracts.ts'
import type { Served } from './served.ts'
import { firstFailure, run, tail, type FailedCommand } from './shell.ts'
import { CALLS } from './steps.ts'

type Outcome = 'ok' | 'failed'
/** The result of a generator for one contract. */
export interface GeneratorRow {
  readonly title: string
  /** What it generates. */
  readonly target: string
  /** The address at which the document is served. */
  readonly document: string
  readonly generated: Outcome
  /** The number of lines of its output with a warning. */
  readonly warnings: number
  /** Absent where the code was not compiled. */
  readonly compiled: { readonly by: string; readonly outcome: Outcome } | undefined
  readonly files: number
  readonly bytes: number
  /** How many of the expected responses the program got; absent without a program. */
  readonly calls: { readonly got: number; readonly expected: number } | undefined
  /** The day of the run, in UTC. */
  readonly date: string
}
export type Surveyed =
  | { readonly kind: 'row'; readonly row: GeneratorRow; readonly failures: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason: string }

/** Generates a client of one contract, compiles it, and runs the program that uses it, if there is one. */
export async function survey(
  generator: Generator,
  contract: Contract,
  served: Served,
): Promise<Surveyed> {
  const absent =
    (await firstFailure(generator.toolchain, import.meta.dirname)) ?? (await install(generator))
  if (absent)
    return { kind: 'skipped', reason: `\`${absent.command}\` fails: ${tail(absent.output, 1)}` }
  const { title, target, warning } = generator
  const use = generator.use?.[contract]
  const folder = createFolder(generator, contract, served(contract, use))
  const { failure: refused, output } = await generate(generator, folder)
  const built = refused ? undefined : await compile(generator, folder)
  const called = built?.failure || refused ? undefined : await call(generator, contract, folder)
  const failures = [refused, built?.failure].filter((failed) => failed !== undefined)
  const row = {
    title,
    target,
    document: addressOf(contract, use),
    generated: outcomeOf(refused),
    warnings: output.split('\n').filter((line) => warning.test(line)).length,
    compiled: built && { by: built.by, outcome: outcomeOf(built.failure) },
    ...(refused ? { files: 0, bytes: 0 } : sizeOf(generator, folder)),
    calls: called && { got: called.got, expected: CALLS[contract].length },
    date: new Date().toISOString().slice(0, 10),
  }
  return { kind: 'row', row, failures: [...failures.map(describe), ...(called?.problems ?? [])] }
}

const outcomeOf = (failure: FailedCommand | undefined): Outcome => (failure ? 'failed' : 'ok')

const describe = ({ command, code, output }: FailedCommand): string =>
  `\`${command}\` exits with ${code}:\n${tail(output, 40)}`

async function generate(
  generator: Generator,
  folder: string,
): Promise<{ failure: FailedCommand | undefined; output: string }> {
  let output = ''
  for (const command of generator.generate) {
    const ended = await run(command, folder, toolsEnvironment(generator))
    output += ended.output
    if (ended.code !== 0) return { failure: { ...ended, command }, output }
  }
  return { failure: undefined, output }
}

async function compile(
  generator: Generator,
  folder: string,
): Promise<{ by: string; failure: FailedCommand | undefined } | undefined> {
  if (!generator.compile) return undefined
  const { by, commands } = generator.compile
  return { by, failure: await firstFailure(commands, folder, toolsEnvironment(generator)) }
}

/** Runs the program of a contract against a sandbox; counts the responses that a proxy between them recorded. */
async function call(
  generator: Generator,
  contract: Contract,
  folder: string,
): Promise<{ got: number; problems: readonly string[] } | undefined> {
  if (generator.run === undefined || !hasProgram(generator, contract)) return undefined
  const { env, proxy, stop } = await startEnvironment(contract)
  try {
    const ended = await run(generator.run, folder, { ...toolsEnvironment(generator), ...env })
    const missing = unrecordedResponses(CALLS[contract], proxy.responses)
    const exited = ended.code === 0 ? [] : [describe({ ...ended, command: generator.run })]
    const got = CALLS[contract].length - missing.length
    return { got, problems: [...exited, ...missing.map((response) => `no response: ${response}`)] }
  } finally {
    await stop()
  }
}
