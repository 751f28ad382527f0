import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Parser, type FinalResults, type Result } from 'tap-parser'
import { describe, expect, it } from 'vitest'
import type { Run } from '../src/engine/run.ts'
import { createVault } from '../src/engine/secrets/vault.ts'
import { reportOf, type Report } from '../src/report/data.ts'
import { har } from '../src/report/har.ts'
import { REPORTERS } from '../src/report/index.ts'

import { heading, text } from '../src/report/text.ts'
import { agentSuite } from '../src/rules/agent/index.ts'
import { samples } from '../../test/kit/samples.ts'
import { AGENT_MUTANTS } from './agent/mutants/index.ts'
import { referenceAgent } from './agent/reference.ts'
import type { Handler } from './support/handler.ts'
import { judge } from './support/judge.ts'
import { junitErrors } from './support/junit.ts'
import { mapResponse } from './support/mutants.ts'
import { linesOf } from './support/rule-lines.ts'
import { sarifErrors, sarifTypeErrors } from './support/sarif.ts'

const STARTED = '2026-03-02T09:10:00.000Z'
const reported = async (target: Handler, changes = {}): Promise<Report> =>
  reportOf([await judge(agentSuite, target, changes)], { started_at: STARTED })
const everyFormat = (report: Report, run: Run): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(REPORTERS).map(([name, render]) => [name, render(report)])),
  har: har(run, STARTED),
  text: text(report, { colour: true, tree: true }),
  lines: linesOf(report.rules),
  heading: heading(report),
})

const withMarkup = mapResponse(referenceAgent(), '/a2a/tasks', (response) => ({
  ...response,
  body: response.body.replace('"completed"', JSON.stringify('<b>&"\'`|\u0007]]>\n🙂\ud800')),
}))
interface Target {
  readonly name: string
  readonly make: () => Handler
}
const TARGETS: readonly Target[] = [
  { name: 'a conforming agent', make: () => referenceAgent() },
  { name: 'a target that closes every connection', make: () => () => 'reset' },
  { name: 'an agent with markup in its responses', make: () => withMarkup },
  ...AGENT_MUTANTS.filter(
    ({ settings }, i) => i % (settings?.profile === undefined ? 9 : 48) === 0,
  ),
]

const judged = new Map<string, Promise<Report>>()
/** Returns the report of a target. It is judged once, because every format shows the same report. */
function reportOn({ name, make }: Target): Promise<Report> {
  const report = judged.get(name) ?? reported(make())
  judged.set(name, report)
  return report
}

describe('reports', () => {
  it('HTML shows the number of blocked rules', async () => {
    const report = await reported(() => 'reset')
    const [one, other] = report.rules.map(({ id }) => id)
    const html = REPORTERS['html']!({
      ...report,
      root_causes: [
        { root: one!, blocked: 1 },
        { root: other!, blocked: 2 },
      ] as never,
    })
    expect(
      [...html.matchAll(/(\d+ rules? (?:is|are) blocked) by/g)].map(([, counted]) => counted),
    ).toEqual(['1 rule is blocked', '2 rules are blocked'])
  })

  it('text aligns the details of a finding', async () => {
    const shown = text(await reported(() => 'reset'), { colour: false, tree: true })
    expect(shown).toMatch(/^ {4}clause {4}MUST/m)
    expect(shown).toMatch(/^ {4}expected {2}\S/m)
  })

  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(import.meta.dirname, '../report.schema.json'), 'utf8')) as object,
  )

  it.each(TARGETS)('JSON of $name is valid', async (target) => {
    const read = JSON.parse(REPORTERS['json']!(await reportOn(target))) as unknown
    validate(read)
    expect(validate.errors ?? []).toEqual([])
  })

  it.each(TARGETS)('HTML of $name is well formed', async (target) => {
    const report = await reportOn(target)
    expect(
      unbalanced(
        REPORTERS['html']!(report)
          .replace(/<(?:style|script)>[\s\S]*?<\/(?:style|script)>/g, '')
          .replace(/<!doctype html>|<meta[^>]*>/g, ''),
      ),
    ).toEqual([])
  })

  it.each(TARGETS)('HTML of $name links only to its own elements', async (target) => {
    const html = REPORTERS['html']!(await reportOn(target))
    const namesIn = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name]) => name)
    const ids = new Set(namesIn(/ id="([^"]*)"/g))
    expect(namesIn(/ href="#([^"]*)"/g).filter((name) => !ids.has(name))).toEqual([])
  })

  it.each(TARGETS)('JUnit of $name is valid', async (target) =>
    expect(junitErrors(REPORTERS['junit']!(await reportOn(target)))).toEqual([]),
  )

  it.each(TARGETS)('TAP of $name is parsed correctly', async (target) => {
    const report = await reportOn(target)
    const events = Parser.parse(REPORTERS['tap']!(report), { strict: true })
    const results = events.find(([kind]) => kind === 'complete')?.[1] as FinalResults
    expect([results.failures.filter(({ tapError }) => tapError), results.bailout]).toEqual([
      [],
      false,
    ])
    expect([results.count, results.fail - results.todo, results.skip]).toEqual([
      report.rules.length,
      report.counts.FAIL + report.counts.ERROR,
      report.counts['N/A'] + report.counts.BLOCKED + report.counts.NOT_TESTED,
    ])
    const diagnosed = events.flatMap(([kind, it]) =>
      kind === 'assert' && (it as Result).diag
        ? [(it as Result).diag as { where: string; curl: string }]
        : [],
    )
    const wrong = report.rules.filter(({ violation, state }) => violation && state !== 'INFO')
    expect(diagnosed.map(({ where, curl }) => ({ where, curl }))).toEqual(
      wrong.map(({ violation, curl }) => ({ where: violation?.pointer, curl: curl.join('\n') })),
    )
  })

  it('SARIF matches its types and its specification', async () => {
    const logs: string[] = []
    for (const target of TARGETS) logs.push(REPORTERS['sarif']!(await reportOn(target)))
    expect(logs.flatMap(sarifErrors)).toEqual([])
    // Two wrong logs show that the check can fail. Only a few logs are checked, in one program, because compiling is slow.
    const [log = ''] = logs
    const wrong = [log.replace('"none"', '"nil"'), log.replace('"ruleIndex"', '"rule_index"')]
    expect(sarifTypeErrors([...logs.slice(0, 6), ...wrong])).toEqual([
      expect.stringContaining('"nil"'),
      expect.stringContaining('rule_index'),
    ])
  }, 120_000)

  it.each(TARGETS)('JUnit, TAP and SARIF of $name have the same counts', async (target) => {
    const report = await reportOn(target)
    const { counts, rules } = report
    const [junit, tap, sarif] = ['junit', 'tap', 'sarif'].map((kind) =>
      REPORTERS[kind]!(report),
    ) as [string, string, string]
    expect(junit.match(/<testcase /g)).toHaveLength(rules.length)
    expect(junit.match(/<failure /g) ?? []).toHaveLength(counts.FAIL)
    expect(tap.match(/^(?:not )?ok /gm)).toHaveLength(rules.length)
    expect(
      (tap.match(/^not ok .*$/gm) ?? []).filter((line) => !line.includes('# TODO')),
    ).toHaveLength(counts.FAIL)
    const {
      runs: [run],
    } = JSON.parse(sarif) as { runs: [{ results: { level: string }[] }] }
    expect(run.results.filter(({ level }) => level === 'error')).toHaveLength(counts.FAIL)
  })

  it('contain no secret', async () => {
    const secrets = [
      'Bearer canary-of-a-header',
      'sk_live_canary_of_a_key',
      'canary-without-a-prefix',
    ]
    const vault = createVault()
    const settings = {
      vault,
      headers: {
        'X-Api-Key': vault.add('KEY', secrets[1]!),
        Authorization: vault.add('HEADER', secrets[0]!),
      },
      keys: { free: vault.add('FREE', secrets[2]!) },
    }
    const agent = referenceAgent()
    const tokens: string[] = []
    // Repeats all secrets in headers and bodies, issues secrets of its own, and violates rules so that all of them are reported.
    const leaking: Handler = (request) => {
      const it = agent(request)
      if (typeof it === 'string') return it
      const token = /sess_[0-9a-f]{64}/.exec(it.body)?.[0]
      if (token) tokens.push(token)
      const body = JSON.stringify({
        ...(JSON.parse(it.body) as object),
        seen: request.headers,
        keys: secrets,
        token: 'opaque-canary-token',
        refresh_token: 'srf_canary_refresh',
        expires_at: 5,
        execution_time_ms: 'x',
      })
      return {
        ...it,
        headers: {
          ...it.headers,
          'X-Seen': JSON.stringify(request.headers),
          'X-Svc-Reputation': request.headers['authorization'] ?? '',
        },
        body,
      }
    }
    const run = await judge(agentSuite, leaking, settings)
    const report = reportOf([run], { started_at: STARTED, trace: () => true })
    expect(report.counts.FAIL).toBeGreaterThan(2)
    expect(tokens.length).toBeGreaterThan(1)
    for (const [name, written] of Object.entries(everyFormat(report, run))) {
      for (const secret of [...secrets, ...tokens, 'opaque-canary-token', 'canary_refresh'])
        expect(written.includes(secret), `${name} contains ${secret}`).toBe(false)
    }
  })

  it('are the same for the same seed and target', async () => {
    // What could differ (ids, the order of rules) does not depend on the fault, so a few are enough.
    for (const { make, settings } of AGENT_MUTANTS.filter((_, i) => i % samples(16, 4) === 0)) {
      const [one, two] = [await reported(make(), settings), await reported(make(), settings)].map(
        ({ volatile: _, ...rest }) => JSON.stringify(rest),
      )
      expect(one).toBe(two)
    }
  })

  it('differ for another seed', async () => {
    const curl = async (seed: string): Promise<string> =>
      JSON.stringify((await reported(withMarkup, { seed })).rules.flatMap((rule) => rule.curl))
    expect(await curl('one')).not.toBe(await curl('two'))
  })
})

/** Returns tags that are not balanced. */
function unbalanced(markup: string): readonly string[] {
  const open: string[] = []
  const errors: string[] = []
  for (const [, closing, name, , self] of markup
    .replace(/<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([a-z][a-z0-9-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/gi)) {
    if (name === undefined) continue
    if (closing === '/') {
      if (open.pop() !== name) errors.push(name)
    } else if (self !== '/') open.push(name)
  }
  if (/<(?!\/?[a-z][a-z0-9-]*[\s>/]|\?xml)/i.test(markup)) errors.push('a stray <')
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(markup)) errors.push('a control character')
  return [...errors, ...open]
}
