import { spawn } from 'node:child_process'
import type { Outcome } from '../../src/engine/http.ts'
import { startHost } from '../../src/engine/node-host.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { reproduce } from '../../src/engine/reproduce/index.ts'
import { conduct, judged, seenIn, type Result, type Run } from '../../src/engine/run.ts'
import { DEFAULT_LIMITS, type Settings } from '../../src/engine/settings.ts'
import type { Exchange, Suite, Violation } from '../../src/engine/types.ts'
import { createVault } from '../../src/engine/vault.ts'
import { BASE, PROXY, serve } from './handler.ts'
import { realTime } from './judge.ts'
import type { Mutant } from './mutants.ts'
import { settings } from './settings.ts'

/** Longer than any mutant takes that answers, shorter than one that does not. */
const LIMIT_MS = 7000

interface Shell {
  readonly stdout: string
  readonly ms: number
}

/** Runs lines as a person would paste them. */
function shell(lines: readonly string[], env: NodeJS.ProcessEnv): Promise<Shell> {
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

/** What `curl -i` printed, as the outcomes that the suite would have seen. */
function outcomesOf({ stdout, ms }: Shell): readonly Outcome[] {
  const at = Date.now()
  return stdout
    .split(/^(?=HTTP\/1\.[01] \d{3}|curl: \(\d+\))/m)
    .filter((block) => /^(?:HTTP|curl)/.test(block))
    .map((block, _, { length }) => {
      const failed = /^curl: \((\d+)\)/.exec(block)
      if (failed?.[1] === '28')
        return {
          kind: 'failure',
          phase: 'answer',
          code: 'timeout',
          says: `no complete answer within ${LIMIT_MS} ms`,
          ms,
          at,
        }
      if (failed)
        return {
          kind: 'failure',
          phase: 'answer',
          code: 'reset',
          says: 'the connection was closed before a complete answer',
          ms,
          at,
        }
      const cut = block.search(/\r?\n\r?\n/)
      const [first = '', ...heads] = block.slice(0, cut).split(/\r?\n/)
      const headers = heads.map(
        (line) =>
          [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
      )
      const body = block.slice(cut).replace(/^\r?\n\r?\n/, '')
      // In a script an empty line stands between one answer and the next.
      return {
        kind: 'answer',
        status: Number(first.split(' ')[1]),
        headers,
        body: length === 1 ? body : body.replace(/\n\n$/, ''),
        ms,
        at,
      }
    })
}

/** Judges a rule again, with the exchanges that were sent anew. */
function again(
  { rule }: Result,
  run: Run,
  outcomes: ReadonlyMap<string, Outcome>,
): Violation | undefined {
  const exchanges = run.exchanges.map((exchange): Exchange => ({
    ...exchange,
    outcome: outcomes.get(exchange.key) ?? exchange.outcome,
  }))
  return judged(rule, seenIn(run.settings, exchanges)).violation
}

/** What does not depend on which identifiers and times a run has. */
const settled = (violation: Violation | undefined): object | undefined =>
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

/** How one violation looked, and how it looks when what is printed about it is pasted into a shell. */
export interface Pasted {
  readonly rule: string
  readonly lines: readonly string[]
  readonly seen: object | undefined
  readonly again: object | undefined
  readonly printed: string
}

/** Hosts a mutant on a port, judges the rules that find it, and pastes what the report prints about each. */
export async function paste(suite: Suite, mutant: Mutant): Promise<readonly Pasted[]> {
  const target = await serve(mutant.make())
  try {
    const { chosen, env } = hosted(target.url, mutant.settings ?? {})
    const selected = suite.sections
      .flatMap(({ rules }) => rules)
      .filter(({ id }) => mutant.kills.includes(id))
    const { host, stop } = await startHost({ host: '127.0.0.1', port: 0, room: 'suite' })
    const run = await conduct(
      { suite, settings: chosen, selected, rule_set: 'Infinity' },
      nodeTransport,
      realTime,
      { host },
    ).finally(stop)
    const pasted: Pasted[] = []
    for (const result of run.results.filter(({ violation }) => violation !== undefined))
      pasted.push(await pasteOne(run, result, env))
    return pasted
  } finally {
    target.close()
  }
}

async function pasteOne(run: Run, result: Result, env: NodeJS.ProcessEnv): Promise<Pasted> {
  const { lines, prints } = reproduce(run, result)
  const seen = settled(result.violation)
  if (lines.length === 0)
    return { rule: result.rule.id, lines, seen, again: undefined, printed: '' }
  const told = await shell(lines, env)
  const outcomes = outcomesOf(told)
  const found = again(
    result,
    run,
    new Map(prints.flatMap((key, i) => (outcomes[i] ? [[key, outcomes[i]] as const] : []))),
  )
  return {
    rule: result.rule.id,
    lines,
    seen,
    again:
      outcomes.length === prints.length
        ? settled(found)
        : { answers: outcomes.length, wanted: prints.length },
    printed: told.stdout,
  }
}

/** The settings of a mutant with its real address, and its keys as secrets that the shell has in its environment. */
function hosted(
  url: string,
  changes: Partial<Settings>,
): { readonly chosen: Settings; readonly env: NodeJS.ProcessEnv } {
  const vault = changes.vault ?? createVault()
  const env: NodeJS.ProcessEnv = {}
  const hidden = (name: string, value: string): string => (
    (env[name] = value),
    vault.put(name, value)
  )
  const { keys = {}, second_org, clock_url, mail_url, platform } = changes
  const chosen = settings({
    ...changes,
    base: url,
    vault,
    limits: { ...DEFAULT_LIMITS, request: LIMIT_MS, first: LIMIT_MS },
    keys: Object.fromEntries(
      Object.entries(keys).map(([plan, key]) => [plan, hidden(`${plan.toUpperCase()}_KEY`, key)]),
    ),
    ...(second_org
      ? { second_org: { ...second_org, key: hidden('SECOND_KEY', second_org.key) } }
      : {}),
    ...(clock_url ? { clock_url: clock_url.replace(BASE, url) } : {}),
    ...(mail_url ? { mail_url: mail_url.replace(BASE, url) } : {}),
    ...(platform ? { platform: platform.replace(PROXY, url) } : {}),
  })
  return { chosen, env }
}
