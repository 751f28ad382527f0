import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../src/report/data.ts'
import { referenceAgent } from './agent/reference.ts'
import {
  command,
  file,
  overHttp,
  read,
  readReport,
  serveConforming,
  serveFaulty,
} from './support/cli.ts'
import { serve, type ServedHandler } from './support/handler.ts'
import { mapResponse } from './support/mutants.ts'

let conforming: ServedHandler
let faulty: ServedHandler
beforeAll(async () => {
  conforming = await serveConforming()
  faulty = await serveFaulty()
})
afterAll(() => {
  conforming.close()
  faulty.close()
})

describe('--report', () => {
  it('writes every kind of report', async () => {
    const beginnings = {
      json: '{',
      junit: '<?xml',
      tap: 'TAP version 14',
      sarif: '{',
      html: '<!doctype html>',
      markdown: '## ❌',
      github: '::error title=TASK-15',
      badge: '{"schemaVersion":1',
      har: '{',
    }
    const kinds = Object.keys(beginnings)
    await command([
      'agent',
      faulty.url,
      '--report',
      kinds.map((kind) => `${kind}=${file(kind)}`).join(','),
      '--quiet',
    ])
    for (const [kind, beginning] of Object.entries(beginnings))
      expect(read(kind).startsWith(beginning), kind).toBe(true)
  })

  it('writes the report to stdout and the text to stderr if the file is `-`', async () => {
    const { code, out, err } = await command(['agent', faulty.url, '--report', 'json=-'])
    expect((JSON.parse(out) as Report).verdict).toBe('non-conformant')
    expect(err).toContain('not conformant: a MUST is violated')
    expect(code).toBe(1)
  })

  it('writes annotations for GitHub to stdout after the text if the file is `-`', async () => {
    const flags = ['--report', 'github=-', '--tag', 'tasks']
    const { out, err } = await command(['agent', faulty.url, ...flags])
    expect(out).toMatch(/not conformant[\s\S]*::error title=TASK-15/)
    expect(err).not.toContain('not conformant')
  })
})

describe('--repeat', () => {
  it('marks a rule with different results as flaky, and counts the worst one', async () => {
    let requests = 0
    const flaky = await serve(
      overHttp(
        mapResponse(referenceAgent(), '/health', (response) =>
          (requests += 1) === 2 ? { ...response, status: 503 } : response,
        ),
      ),
    )
    const { code, out } = await command([
      'agent',
      flaky.url,
      '--seed',
      's',
      '--rule',
      'CARD-*,HEALTH-01,HEALTH-02',
      '--repeat',
      '3',
      '--report',
      `json=${file('flaky.json')},junit=${file('flaky.xml')}`,
    ])
    flaky.close()
    const { rules, repeat, counts, volatile } = readReport('flaky.json')
    expect(repeat).toBe(3)
    expect(
      rules.filter(({ flaky }) => flaky).map(({ id, flaky, state }) => [id, state, flaky]),
    ).toEqual([
      ['HEALTH-01', 'FAIL', ['PASS', 'FAIL', 'PASS']],
      ['HEALTH-02', 'BLOCKED', ['PASS', 'BLOCKED', 'PASS']],
    ])
    expect(counts.FAIL).toBe(1)
    expect(Object.keys(volatile.exchanges)).toEqual(['2:health#0'])
    expect(out).toContain('(flaky: PASS, FAIL, PASS)')
    expect(read('flaky.xml')).toContain('flaky: PASS, FAIL, PASS')
    expect(code).toBe(1)
  })

  it('reports no flaky rules for an agent whose results are the same in every run', async () => {
    const { code, out } = await command(['agent', conforming.url, '--repeat', '3', '--fuzz', '5'])
    expect(out).not.toContain('flaky')
    expect(out.match(/^PASS +CARD-01 /gm)).toHaveLength(1)
    expect(code).toBe(0)
  })
})

describe('--baseline', () => {
  it('accepts known violations, and rejects rules that are not violated or do not exist', async () => {
    const known = file('known.json')
    expect(
      (await command(['agent', faulty.url, '--baseline', known, '--update-baseline'])).code,
    ).toBe(0)
    expect(Object.keys((JSON.parse(read('known.json')) as { known: object }).known)).toEqual([
      'TASK-15',
    ])
    expect((await command(['agent', faulty.url, '--baseline', known])).code).toBe(0)
    const fixed = await command(['agent', conforming.url, '--baseline', known])
    expect([fixed.code, fixed.err]).toEqual([
      3,
      expect.stringContaining('that are no longer violated: TASK-15'),
    ])
    const unknown = await command([
      'agent',
      faulty.url,
      '--baseline',
      file('unknown.json', { known: { 'TASK-99': 'a typo' } }),
    ])
    expect([unknown.code, unknown.err]).toEqual([
      3,
      expect.stringContaining('names TASK-99, but there is no such rule'),
    ])
  })
})

describe('rerun', () => {
  it('runs the rules that did not pass, with the same seed', async () => {
    await command(['agent', faulty.url, '--seed', 's', '--report', `json=${file('first.json')}`])
    const { code, out } = await command(['rerun', file('first.json')])
    expect(out).toContain('seed s')
    expect(out).toMatch(/FAIL +TASK-15/)
    expect(out).not.toContain('CARD-02')
    expect(code).toBe(1)
  })

  it('runs nothing if all rules passed', async () => {
    await command([
      'agent',
      conforming.url,
      '--rule',
      'CARD-02',
      '--report',
      `json=${file('passed.json')}`,
    ])
    expect((await command(['rerun', file('passed.json')])).out).toContain('nothing to run again')
  })
})

describe('judge', () => {
  it('judges a recording made by the suite with the same results', async () => {
    await command([
      'agent',
      faulty.url,
      '--seed',
      's',
      '--report',
      `har=${file('own.har')},json=${file('live.json')}`,
    ])
    const { code } = await command([
      'judge',
      file('own.har'),
      '--report',
      `json=${file('recorded.json')}`,
    ])
    expect(code).toBe(1)
    const states = (name: string): object =>
      Object.fromEntries(readReport(name).rules.map(({ id, state }) => [id, state]))
    expect(states('recorded.json')).toEqual(states('live.json'))
  })

  it('judges a recording made by a browser or proxy by the requests that it recognizes', async () => {
    const { code, out } = await command(['judge', file('browser.har', browserRecording())])
    expect(out).toMatch(
      /^N\/A +A2A10-01 to MCP-25, 78 rules .The recording contains no requests in this protocol\.\)$/m,
    )
    expect(out).toMatch(/PASS +CARD-06/)
    expect(out).toMatch(/FAIL +TASK-15/)
    expect(out).toMatch(/NOT_TESTED RPC-01/)
    expect(code).toBe(1)
  })
})

/** Returns a recording with the card, a task whose output differs from its result, and a request that is not part of the interface. */
function browserRecording(): object {
  const card = referenceAgent()({
    method: 'GET',
    path: '/.well-known/agent.json',
    headers: {},
    body: '',
  })
  const task = JSON.stringify({
    task_id: '1',
    input: { skill: 'shout', message: { role: 'user', parts: [{ type: 'text', text: 'a' }] } },
  })
  const output = '{"task_id":"1","status":"completed","result":{"a":1},"output":{"a":2}}'
  const entries = [
    harEntry('GET', '/.well-known/agent.json', 200, typeof card === 'string' ? '' : card.body),
    harEntry('GET', '/favicon.ico', 404, ''),
    harEntry('POST', '/a2a/tasks', 200, output, task),
  ]
  return { log: { version: '1.2', entries } }
}

const harEntry = (
  method: string,
  path: string,
  status: number,
  body: string,
  requestBody?: string,
): object => ({
  startedDateTime: '2026-03-02T09:10:00Z',
  time: 5,
  request: {
    method,
    url: `https://invoices.acme.example${path}`,
    headers: [],
    ...(requestBody ? { postData: { text: requestBody } } : {}),
  },
  response: {
    status,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { text: body },
  },
})
