import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import type { Report } from '../src/report/data.ts'
import { referenceAgent, told } from './agent/reference.ts'
import { serve, type Handler, type Served } from './support/handler.ts'
import { retell, rewrite } from './support/mutants.ts'
import { newFolder } from '../../test/kit/folder.ts'

const folder = newFolder('conformance')
const file = (name: string, content?: unknown): string => {
  const path = join(folder, name)
  if (content !== undefined)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

async function command(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
  isTTY = false,
): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => ({
    write: (chunk: string | Uint8Array) => ((said[name] += String(chunk)), true),
  })
  const code = await run(argv, { env, stdout: { ...stream('out'), isTTY }, stderr: stream('err') })
  return { code, ...said }
}

/** The reference agent on a real port, where times are real. */
const current = (handler: Handler): Handler => {
  const soon = rewrite(handler, '/svc/auth', (body) =>
    'expires_at' in body
      ? { ...body, expires_at: new Date(Date.now() + 60_000).toISOString() }
      : body,
  )
  return (asked) => {
    const it = soon(asked)
    return typeof it === 'string'
      ? it
      : {
          ...it,
          headers: { ...it.headers, Date: new Date().toUTCString() },
          body: it.body.replace('http://target.test', `http://${asked.headers['host']}`),
        }
  }
}

describe('the command line', () => {
  let good: Served
  let bad: Served
  beforeAll(async () => {
    good = await serve(current(referenceAgent()))
    bad = await serve(
      current(
        rewrite(referenceAgent(), '/a2a/tasks', (body, _, it) =>
          it.status === 200 ? { ...body, output: {} } : body,
        ),
      ),
    )
  })
  afterAll(() => {
    good.close()
    bad.close()
  })

  it('ends with 0 for an agent that conforms', async () => {
    const { code, out } = await command(['agent', good.url])
    expect(out).toContain('conformant: every MUST of this profile is met')
    expect(code).toBe(0)
  })

  it('ends with 1 for one that does not, and shows clause, where, request, response, curl and how to run it again', async () => {
    const { code, out } = await command(['agent', bad.url, '--seed', 's'])
    expect(code).toBe(1)
    for (const piece of [
      'line 153: “on success; same content as result”',
      'body/output',
      'POST /a2a/tasks {"task_id"',
      '"output":{}',
      'curl -sS -i',
      `svc-conformance agent ${bad.url} --rule TASK-15 --seed s`,
      '3 rules wait for TASK-15',
    ])
      expect(out).toContain(piece)
  })

  it('ends with 2 when nobody answers, after two requests', async () => {
    const { code, out } = await command([
      'agent',
      'http://127.0.0.1:1',
      '--trace',
      'all',
      '--report',
      `har=${file('nobody.har')}`,
    ])
    expect(code).toBe(2)
    expect(out).toContain('Nobody answers at http://127.0.0.1:1: the connection was refused.')
    expect(
      (JSON.parse(read('nobody.har')) as { log: { entries: unknown[] } }).log.entries,
    ).toHaveLength(2)
  })

  it('ends with 2 when no MUST was executed', async () => {
    expect((await command(['agent', good.url, '--rule', 'TASK-33'])).code).toBe(2)
  })

  it.each([
    [['agnet', 'x'], 'There is no command agnet'],
    [['agent'], 'The address of the target is missing'],
    [['agent', 'http://a', 'http://b'], 'One target at a time'],
    [['agent', 'http://u:p@h'], 'An address holds no password'],
    [['agent', 'http://h', '--frobnicate'], 'There is no flag --frobnicate'],
    [['agent', 'http://h', '--seed'], '--seed needs a value'],
    [['agent', 'http://h', '--seed', 'a', '--seed', 'b'], '--seed is given twice'],
    [['agent', 'http://h', '--repeat', '0'], '--repeat is 1 or more'],
    [['agent', 'http://h', '--fuzz', 'many'], '--fuzz is a whole number'],
    [['agent', 'http://h', '--rule', 'TASK-99'], 'There is no rule TASK-99'],
    [['agent', 'http://h', '--tag', 'cards'], 'There is no section cards'],
    [['agent', 'http://h', '--profile', 'all'], 'There is no profile all; there are full, tasks.'],
    [['agent', 'http://h', '--level', 'may'], '--level is must, should or info'],
    [['agent', 'http://h', '--report', 'pdf=x'], 'There is no report of the kind pdf'],
    [['agent', 'http://h', '--report', 'json'], '--report has the form KIND=FILE'],
    [['agent', 'http://h', '--key', 'free=NOWHERE'], 'The variable NOWHERE is not set'],
    [['agent', 'http://h', '--header', 'Authorization'], '--header has the form NAME: VALUE'],
    [['agent', 'http://h', '--allow', 'everything'], '--allow takes write and destructive'],
    [['agent', 'http://h', '--sample', 'a=/nowhere.json'], 'The file /nowhere.json cannot be read'],
    [['explain', 'TASK-99'], 'There is no rule TASK-99'],
    [['list', 'robot'], 'A target is an agent or a platform, not robot'],
    [['judge'], 'Say which recording'],
    [['rerun'], 'Say which report'],
  ])('%j ends with 3 and says what is wrong', async (argv, says) => {
    const { code, err } = await command(argv)
    expect(err).toContain(says)
    expect(code).toBe(3)
  })

  it('lists all rules, explains one under either name, and helps', async () => {
    expect((await command(['list', 'agent'])).out.match(/^ {2}[A-Z]+-\d+ /gm)).toHaveLength(94)
    expect((await command(['explain', 'A-TASK-15'])).out).toBe(
      (await command(['explain', 'task-15'])).out,
    )
    expect((await command(['help'])).out).toContain('--fail-sample FILE')
    expect((await command(['agent', '--help'])).code).toBe(0)
  })

  it('judges only the rules, levels and sections that were asked for, and silently what they need', async () => {
    const { out } = await command(['agent', good.url, '--rule', 'TASK-1*', '--level', 'should'])
    expect(out.match(/^PASS +TASK-1\d/gm)).toHaveLength(11)
    expect(out).not.toContain('CARD-01')
    expect(
      (await command(['agent', good.url, '--tag', 'health'])).out.match(/^PASS/gm),
    ).toHaveLength(2)
    expect((await command(['agent', good.url, '--profile', 'tasks'])).out).not.toContain('RPC-01')
  })

  it('says the same lines with every run of one seed, except for times', async () => {
    const lines = async (): Promise<string> =>
      (await command(['agent', bad.url, '--seed', 's', '--fuzz', '5'])).out.replaceAll(
        /[\d.]+ ms/g,
        '',
      )
    expect(await lines()).toBe(await lines())
  })

  it('draws a tree on a terminal, and paints it unless it is told not to', async () => {
    const tree = await command(['agent', bad.url], {}, true)
    expect(tree.out).toContain('Agent card')
    expect(tree.out).toContain('\u001b[31m')
    const plain = await command(['agent', bad.url, '--no-color'], {}, true)
    expect(plain.out.replaceAll('\r\u001b[2K', '')).not.toContain('\u001b')
  })

  it('marks what does not end the same every time as flaky, and counts it by its worst', async () => {
    let asked = 0
    const moody = await serve(
      current(
        retell(referenceAgent(), '/health', (it) =>
          (asked += 1) === 2 ? { ...it, status: 503 } : it,
        ),
      ),
    )
    const { code, out } = await command([
      'agent',
      moody.url,
      '--seed',
      's',
      '--tag',
      'card,health',
      '--repeat',
      '3',
      '--report',
      `json=${file('moody.json')},junit=${file('moody.xml')}`,
    ])
    moody.close()
    const { rules, repeat, counts, volatile } = JSON.parse(read('moody.json')) as Report
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
    expect(read('moody.xml')).toContain('flaky: PASS, FAIL, PASS')
    expect(code).toBe(1)
  })

  it('finds nothing flaky in an agent that does the same every time', async () => {
    const { code, out } = await command(['agent', good.url, '--repeat', '3', '--fuzz', '5'])
    expect(out).not.toContain('flaky')
    expect(out.match(/^PASS +CARD-01 /gm)).toHaveLength(1)
    expect(code).toBe(0)
  })

  it('leaves the standard output to the report that is to stand there', async () => {
    const { code, out, err } = await command(['agent', bad.url, '--report', 'json=-'])
    expect((JSON.parse(out) as Report).verdict).toBe('non-conformant')
    expect(err).toContain('not conformant: a MUST is broken')
    expect(code).toBe(1)
    expect(
      (await command(['agent', bad.url, '--report', 'github=-', '--tag', 'tasks'])).out,
    ).toMatch(/not conformant[\s\S]*::error title=TASK-15/)
  })

  it('writes every kind of report', async () => {
    const kinds = ['json', 'junit', 'tap', 'sarif', 'html', 'markdown', 'github', 'badge', 'har']
    await command([
      'agent',
      bad.url,
      '--report',
      kinds.map((kind) => `${kind}=${file(kind)}`).join(','),
      '--quiet',
    ])
    const beginnings = [
      '{',
      '<?xml',
      'TAP version 14',
      '{',
      '<!doctype html>',
      '## ❌',
      '::error title=TASK-15',
      '{"schemaVersion":1',
      '{',
    ]
    kinds.forEach((kind, i) => expect(read(kind).startsWith(beginnings[i]!), kind).toBe(true))
  })

  it('takes known violations for granted, and says when they are gone or never were', async () => {
    const known = file('known.json')
    expect((await command(['agent', bad.url, '--baseline', known, '--update-baseline'])).code).toBe(
      0,
    )
    expect(Object.keys((JSON.parse(read('known.json')) as { known: object }).known)).toEqual([
      'TASK-15',
    ])
    expect((await command(['agent', bad.url, '--baseline', known])).code).toBe(0)
    const gone = await command(['agent', good.url, '--baseline', known])
    expect([gone.code, gone.err]).toEqual([3, expect.stringContaining('gone: TASK-15')])
    const odd = await command([
      'agent',
      bad.url,
      '--baseline',
      file('odd.json', { known: { 'TASK-99': 'a typo' } }),
    ])
    expect([odd.code, odd.err]).toEqual([
      3,
      expect.stringContaining('knows TASK-99, which is no rule'),
    ])
  })

  it('judges a recording of its own like the target itself', async () => {
    await command([
      'agent',
      bad.url,
      '--seed',
      's',
      '--report',
      `har=${file('own.har')},json=${file('live.json')}`,
    ])
    const { code } = await command([
      'judge',
      file('own.har'),
      '--report',
      `json=${file('replayed.json')}`,
    ])
    expect(code).toBe(1)
    const states = (name: string): object =>
      Object.fromEntries(
        (JSON.parse(read(name)) as Report).rules.map(({ id, state }) => [id, state]),
      )
    expect(states('replayed.json')).toEqual(states('live.json'))
  })

  it('recognises the requests of a foreign recording, and judges what it can by them', async () => {
    const entry = (
      method: string,
      path: string,
      status: number,
      body: string,
      post?: string,
    ): object => ({
      startedDateTime: '2026-03-02T09:10:00Z',
      time: 5,
      request: {
        method,
        url: `https://invoices.acme.example${path}`,
        headers: [],
        ...(post ? { postData: { text: post } } : {}),
      },
      response: {
        status,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { text: body },
      },
    })
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
    const entries = [
      entry('GET', '/.well-known/agent.json', 200, typeof card === 'string' ? '' : card.body),
      entry('GET', '/favicon.ico', 404, ''),
      entry(
        'POST',
        '/a2a/tasks',
        200,
        '{"task_id":"1","status":"completed","result":{"a":1},"output":{"a":2}}',
        task,
      ),
    ]
    const { code, out } = await command([
      'judge',
      file('foreign.har', { log: { version: '1.2', entries } }),
    ])
    expect(out).toMatch(/PASS +CARD-06/)
    expect(out).toMatch(/FAIL +TASK-15/)
    expect(out).toMatch(/NOT_TESTED RPC-01/)
    expect(code).toBe(1)
  })

  it('runs again what did not pass, with the seed it had', async () => {
    await command(['agent', bad.url, '--seed', 's', '--report', `json=${file('first.json')}`])
    const { code, out } = await command(['rerun', file('first.json')])
    expect(out).toContain('seed s')
    expect(out).toMatch(/FAIL +TASK-15/)
    expect(out).not.toContain('CARD-02')
    expect(code).toBe(1)
    await command(['agent', good.url, '--rule', 'CARD-02', '--report', `json=${file('fine.json')}`])
    expect((await command(['rerun', file('fine.json')])).out).toContain('nothing to run again')
  })

  it('sends headers with everything, and tells their values to nobody else', async () => {
    const agent = current(referenceAgent())
    const guarded = await serve(
      retell(
        (asked) => (asked.headers['x-door'] === 'sesame' ? agent(asked) : told(401, {})),
        '/nowhere',
        (it) => it,
      ),
    )
    const { code, out } = await command(
      [
        'agent',
        guarded.url,
        '--header',
        'X-Door: $DOOR',
        '--trace',
        'all',
        '--report',
        `json=${file('guarded.json')}`,
      ],
      { DOOR: 'sesame' },
    )
    guarded.close()
    expect(code).toBe(0)
    expect(out + read('guarded.json')).not.toContain('sesame')
    expect(
      Object.keys((JSON.parse(read('guarded.json')) as Report).volatile.exchanges).length,
    ).toBeGreaterThan(20)
  })

  it('writes lines to run again that see the same: with samples and headers, and without a secret', async () => {
    const { out } = await command(
      [
        'agent',
        bad.url,
        '--seed',
        's',
        '--published',
        '--fuzz',
        '5',
        '--header',
        'X-Door: $DOOR',
        '--header',
        'X-Key: in the clear',
        '--tag',
        'tasks',
      ],
      { DOOR: 'sesame' },
    )
    expect(out).toContain(
      `svc-conformance agent ${bad.url} --rule TASK-15 --seed s --published --fuzz 5 --header 'X-Door: '"$DOOR" --header 'X-Key: '"$SVC_HEADER_2"`,
    )
    expect(out).not.toMatch(/sesame|in the clear/)
  })

  it('reads samples, a failing sample and a manifest', async () => {
    const manifest = file(
      'svc.yml',
      'capabilities:\n  provides: [count_words, shout]\n  requires: []\na2a:\n  upstream_url: http://x/a2a/tasks\n',
    )
    const { code, out } = await command([
      'agent',
      good.url,
      '--manifest',
      manifest,
      '--sample',
      `shout=${file('shout.json', { text: 'hey' })}`,
      '--fail-sample',
      file('fail.json', { input: 7 }),
    ])
    expect(out).toMatch(/PASS +MAN-01/)
    expect(code).toBe(0)
  })
})
