import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '../src/contract/published.ts'
import { documentFor } from '../src/contract/uses.ts'
import { encoded, lost, operationsCalled, stepsDone, missingResponses } from './evidence.ts'
import { DOCUMENTS, type Language } from './languages.ts'
import { firstFailure, run, tail } from './shell.ts'
import { startEnvironment, type Environment } from './environment.ts'

export interface Row {
  readonly language: Language
  readonly verdict: Verdict
  readonly steps: number
  readonly operations: number
  readonly seconds: number
}
/** The result; `at` is the phase that failed. */
type Verdict =
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
/** Folders that are kept, because they take minutes to create and depend on exact versions only. */
const KEPT = ['.venv', '.bin', 'target', 'node_modules']
const DELIVERY_MS = 15_000

/** Generates the SDK of a language, compiles it with its program, and runs that against a sandbox. */
export async function prove(language: Language): Promise<Row> {
  const started = performance.now()
  const folder = createFolder(language)
  const failure = await build(language, folder)
  const executed = failure ? undefined : await execute(language, folder)
  return {
    language,
    verdict: failure ?? executed!.verdict,
    steps: executed?.steps ?? 0,
    operations: executed?.operations ?? 0,
    seconds: Math.round((performance.now() - started) / 1000),
  }
}

/** Creates a folder with the document and a program that uses the generated SDK. */
function createFolder({ folder, base, document }: Language): string {
  const place = join(OUT, folder)
  mkdirSync(place, { recursive: true })
  for (const name of readdirSync(place))
    if (!KEPT.includes(name)) rmSync(join(place, name), { recursive: true, force: true })
  for (const source of [base, folder]) {
    if (source !== undefined) cpSync(join(HERE, source), place, { recursive: true })
  }
  const { source, use } = DOCUMENTS[document]
  if (use === undefined) cpSync(join(ROOT, source), join(place, document))
  else writeFileSync(join(place, document), JSON.stringify(documentFor(use, readJson(source))))
  return place
}

const readJson = (source: string): OpenApiDocument =>
  JSON.parse(readFileSync(join(ROOT, source), 'utf8')) as OpenApiDocument

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
        detail: `\`${failed.command}\` exits with ${failed.code}:\n${tail(failed.output, 40)}`,
      }
  }
  return undefined
}

async function execute(
  language: Language,
  folder: string,
): Promise<{ verdict: Verdict; steps: number; operations: number }> {
  const environment = await startEnvironment(DOCUMENTS[language.document].contract)
  try {
    const { code, output } = await run(language.run, folder, environment.env)
    const steps = stepsDone(language.document, output)
    const done = code === 0 && steps === DOCUMENTS[language.document].steps.length
    const problems = done
      ? await discrepancies(language, environment)
      : [`exits with ${code} after ${steps} steps:\n${tail(output, 40)}`]
    const verdict: Verdict =
      problems.length === 0
        ? { kind: 'ok' }
        : { kind: 'failed', at: 'steps', detail: problems.join('; ') }
    return { verdict, steps, operations: operationsCalled(environment.proxy.responses) }
  } finally {
    await environment.stop()
  }
}

/** Compares what the proxy and the destinations recorded with what the steps must cause; returns the differences. */
async function discrepancies(
  { document }: Language,
  { proxy, received }: Environment,
): Promise<string[]> {
  const missing = missingResponses(document, proxy.responses).map(
    (response) => `no response: ${response}`,
  )
  if (DOCUMENTS[document].contract === 'agent') return missing
  const until = Date.now() + DELIVERY_MS
  while (lost(received.bodies).length > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return [
    ...missing,
    ...lost(received.bodies).map((name) => `no export arrived with the member ${name}`),
    ...(encoded(proxy.responses) ? [] : ['the reference of the image was not encoded']),
  ]
}
