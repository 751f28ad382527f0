import { spawn } from 'node:child_process'
import {
  CONNECTION_CLOSED,
  noResponseWithin,
  type Failure,
  type HttpResponse,
  type Outcome,
} from '../../src/engine/transport/http.ts'
import { evidenceFrom, judgeRule } from '../../src/engine/judge-rule.ts'
import { reproduce } from '../../src/engine/reproduce/index.ts'
import type { Result, Run } from '../../src/engine/run.ts'
import { DEFAULT_LIMITS, type Settings } from '../../src/engine/settings.ts'
import type { Exchange, Suite, Violation } from '../../src/engine/types.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import { BASE, PROXY, serve } from './handler.ts'
import { judgeOverHttp } from './judge-over-http.ts'
import type { Mutant } from './mutants.ts'
import { settings } from './settings.ts'

/** Longer than any mutant takes to respond. */
const TIMEOUT_MS = 7000

interface ShellOutput {
  readonly stdout: string
  readonly ms: number
}

/** Runs lines in a shell. */
function runInShell(lines: readonly string[], env: NodeJS.ProcessEnv): Promise<ShellOutput> {
  const started = performance.now()
  const child = spawn('sh', ['-c', `exec 2>&1\n${lines.join('\n')}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) =>
    child.once('close', () =>
      resolve({ stdout: Buffer.concat(chunks).toString('utf8'), ms: performance.now() - started }),
    ),
  )
}

/** Parses the output of `curl -i` into outcomes. */
function outcomesOf({ stdout, ms }: ShellOutput): readonly Outcome[] {
  return stdout
    .split(/^(?=HTTP\/1\.[01] \d{3}|curl: \(\d+\))/m)
    .filter((block) => /^(?:HTTP|curl)/.test(block))
    .map((block, _, { length }) => {
      const exitCode = /^curl: \((\d+)\)/.exec(block)?.[1]
      return exitCode === undefined ? parseResponse(block, ms, length > 1) : failureOf(exitCode, ms)
    })
}

function failureOf(exitCode: string, ms: number): Failure {
  const failure = { kind: 'failure', phase: 'answer', ms, at: Date.now() } as const
  return exitCode === '28'
    ? { ...failure, code: 'timeout', says: noResponseWithin(TIMEOUT_MS) }
    : { ...failure, code: 'reset', says: CONNECTION_CLOSED }
}

function parseResponse(block: string, ms: number, isScript: boolean): HttpResponse {
  const end = block.search(/\r?\n\r?\n/)
  const [first = '', ...lines] = block.slice(0, end).split(/\r?\n/)
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
  )
  const body = block.slice(end).replace(/^\r?\n\r?\n/, '')
  return {
    kind: 'response',
    status: Number(first.split(' ')[1]),
    headers,
    // A script prints an empty line after each response.
    body: isScript ? body.replace(/\n\n$/, '') : body,
    ms,
    at: Date.now(),
  }
}

/** Judges a rule by the exchanges of a run, some of which have new outcomes. */
function judgeAgain(
  { rule }: Result,
  run: Run,
  outcomes: ReadonlyMap<string, Outcome>,
): Violation | undefined {
  const exchanges = run.exchanges.map((exchange): Exchange => ({
    ...exchange,
    outcome: outcomes.get(exchange.key) ?? exchange.outcome,
  }))
  return judgeRule(rule, evidenceFrom(run.settings, exchanges)).violation
}

/** Removes identifiers and times, which differ between runs. */
const comparable = (violation: Violation | undefined): object | undefined =>
  violation && {
    pointer: violation.pointer,
    ...Object.fromEntries(
      (['expected', 'actual'] as const).map((name) => [
        name,
        violation[name]
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32,}/g, '…')
          .replace(/\d+(?:\.\d+)? ms/g, '… ms'),
      ]),
    ),
  }

/** A finding of a run, and the finding after its printed commands ran in a shell. */
export interface ShellReproduction {
  readonly rule: string
  readonly lines: readonly string[]
  readonly original: object | undefined
  readonly reproduced: object | undefined
  readonly output: string
}

/** Serves a mutant, judges it, and runs the printed commands of each finding. */
export async function reproduceFindings(
  suite: Suite,
  mutant: Mutant,
): Promise<readonly ShellReproduction[]> {
  const target = await serve(mutant.make())
  try {
    const { chosen, env } = settingsFor(target.url, mutant.settings ?? {})
    const selected = suite.sections
      .flatMap(({ rules }) => rules)
      .filter(({ id }) => mutant.foundBy.includes(id))
    const run = await judgeOverHttp(suite, chosen, { selected, rule_set: 'Infinity' })
    const reproductions: ShellReproduction[] = []
    for (const result of run.results.filter(({ violation }) => violation !== undefined))
      reproductions.push(await reproduceInShell(run, result, env))
    return reproductions
  } finally {
    target.close()
  }
}

async function reproduceInShell(
  run: Run,
  result: Result,
  env: NodeJS.ProcessEnv,
): Promise<ShellReproduction> {
  const { lines, prints } = reproduce(run, result)
  const original = comparable(result.violation)
  if (lines.length === 0)
    return { rule: result.rule.id, lines, original, reproduced: undefined, output: '' }
  const output = await runInShell(lines, env)
  const outcomes = outcomesOf(output)
  const violation = judgeAgain(
    result,
    run,
    new Map(prints.flatMap((key, i) => (outcomes[i] ? [[key, outcomes[i]] as const] : []))),
  )
  return {
    rule: result.rule.id,
    lines,
    original,
    reproduced:
      outcomes.length === prints.length
        ? comparable(violation)
        : { responses: outcomes.length, expected: prints.length },
    output: output.stdout,
  }
}

/** Returns the settings of a mutant with its real address. Its keys become environment variables of the shell. */
function settingsFor(
  url: string,
  changes: Partial<Settings>,
): { readonly chosen: Settings; readonly env: NodeJS.ProcessEnv } {
  const vault = changes.vault ?? createVault()
  const env: NodeJS.ProcessEnv = {}
  const addSecret = (name: string, value: string): string => {
    env[name] = value
    return vault.add(name, value)
  }
  const { keys = {}, second_org, clock_url, mail_url, platform } = changes
  const chosen = settings({
    ...changes,
    base: url,
    vault,
    limits: { ...DEFAULT_LIMITS, request: TIMEOUT_MS, first: TIMEOUT_MS },
    keys: Object.fromEntries(
      Object.entries(keys).map(([plan, key]) => [
        plan,
        addSecret(`${plan.toUpperCase()}_KEY`, key),
      ]),
    ),
    ...(second_org
      ? { second_org: { ...second_org, key: addSecret('SECOND_KEY', second_org.key) } }
      : {}),
    ...(clock_url ? { clock_url: clock_url.replace(BASE, url) } : {}),
    ...(mail_url ? { mail_url: mail_url.replace(BASE, url) } : {}),
    ...(platform ? { platform: platform.replace(PROXY, url) } : {}),
  })
  return { chosen, env }
}
