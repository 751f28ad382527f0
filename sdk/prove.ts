import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { encoded, lost, operationsCalled, stepsDone, unseen } from './evidence.ts'
import { DOCUMENTS, type Language } from './languages.ts'
import { run, type Ended } from './shell.ts'
import { setStage, type Stage } from './stage.ts'

export interface Row {
  readonly language: Language
  readonly verdict: Verdict
  readonly steps: number
  readonly operations: number
  readonly seconds: number
}
/** How far it came; `at` is the phase that went wrong. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'skipped'; readonly reason: string }
  | {
      readonly kind: 'failed'
      readonly at: 'generate' | 'compile' | 'steps'
      readonly detail: string
    }
type Failure = Exclude<Verdict, { kind: 'ok' }>

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const OUT = join(HERE, '.out')
/** What costs minutes to make again, and depends on exact versions only. */
const KEPT = ['.venv', '.bin', 'target', 'node_modules']
const DELIVERY_MS = 15_000

/** Generates the SDK of a language, compiles it with its program, and lets that loose on a sandbox. */
export async function prove(language: Language): Promise<Row> {
  const started = performance.now()
  const folder = layOut(language)
  const failure = await build(language, folder)
  const acted = failure ? undefined : await act(language, folder)
  return {
    language,
    verdict: failure ?? acted!.verdict,
    steps: acted?.steps ?? 0,
    operations: acted?.operations ?? 0,
    seconds: Math.round((performance.now() - started) / 1000),
  }
}

/** A folder as an integrator has one: the document, and a program that will use what is generated. */
function layOut({ folder, base, document }: Language): string {
  const place = join(OUT, folder)
  mkdirSync(place, { recursive: true })
  for (const name of readdirSync(place))
    if (!KEPT.includes(name)) rmSync(join(place, name), { recursive: true, force: true })
  for (const source of [base, folder]) {
    if (source !== undefined) cpSync(join(HERE, source), place, { recursive: true })
  }
  cpSync(join(ROOT, DOCUMENTS[document].source), join(place, document))
  return place
}

async function build(
  { toolchain, install, generate, compile }: Language,
  folder: string,
): Promise<Failure | undefined> {
  const missing = await firstFailure([...toolchain, ...install], folder)
  if (missing)
    return { kind: 'skipped', reason: `\`${missing.command}\` fails: ${tail(missing.output, 1)}` }
  for (const [at, commands] of [
    ['generate', generate],
    ['compile', compile],
  ] as const) {
    const failed = await firstFailure(commands, folder)
    if (failed)
      return {
        kind: 'failed',
        at,
        detail: `\`${failed.command}\` ends with ${failed.code}:\n${tail(failed.output, 40)}`,
      }
  }
  return undefined
}

async function firstFailure(
  commands: readonly string[],
  folder: string,
): Promise<(Ended & { readonly command: string }) | undefined> {
  for (const command of commands) {
    const ended = await run(command, folder)
    if (ended.code !== 0) return { ...ended, command }
  }
  return undefined
}

async function act(
  language: Language,
  folder: string,
): Promise<{ verdict: Verdict; steps: number; operations: number }> {
  const stage = await setStage(language)
  try {
    const { code, output } = await run(language.run, folder, stage.env)
    const steps = stepsDone(language.document, output)
    const done = code === 0 && steps === DOCUMENTS[language.document].steps.length
    const problems = done
      ? await doubts(language, stage)
      : [`ends with ${code} after ${steps} steps:\n${tail(output, 40)}`]
    const verdict: Verdict =
      problems.length === 0
        ? { kind: 'ok' }
        : { kind: 'failed', at: 'steps', detail: problems.join('; ') }
    return { verdict, steps, operations: operationsCalled(stage.wire.answers) }
  } finally {
    await stage.stop()
  }
}

/** What the program said, compared with what the wire and the destinations have seen. */
async function doubts({ document }: Language, { wire, received }: Stage): Promise<string[]> {
  const missing = unseen(document, wire.answers).map((answer) => `never seen: ${answer}`)
  if (DOCUMENTS[document].contract === 'agent') return missing
  const until = Date.now() + DELIVERY_MS
  while (lost(received.bodies).length > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return [
    ...missing,
    ...lost(received.bodies).map((name) => `no export arrived with the member ${name}`),
    ...(encoded(wire.answers) ? [] : ['the reference of the image was not encoded']),
  ]
}

const tail = (text: string, lines: number): string =>
  text.trimEnd().split('\n').slice(-lines).join('\n')
