import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentSuite } from '../src/rules/agent/index.ts'
import { a2aAgent } from './agent/a2a-agent.ts'
import { jsonResponse, referenceAgent } from './agent/reference.ts'
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

describe('the exit code', () => {
  it('is 0 for a conforming agent', async () => {
    const { code, out } = await command(['agent', conforming.url])
    expect(out).toContain('conformant: every judged MUST that counts is met or does not apply')
    expect(code).toBe(0)
  })

  it('is 1 for an agent that violates a MUST', async () => {
    expect((await command(['agent', faulty.url])).code).toBe(1)
  })

  it('is 2 after two requests if there is no response', async () => {
    const { code, out } = await command([
      'agent',
      'http://127.0.0.1:1',
      '--trace',
      'all',
      '--report',
      `har=${file('no-response.har')}`,
    ])
    expect(code).toBe(2)
    expect(out).toContain('There is no response at http://127.0.0.1:1: the connection was refused.')
    const { log } = JSON.parse(read('no-response.har')) as { log: { entries: unknown[] } }
    const _failure = { kind: 'failure', phase: 'connect', code: 'refused' }
    expect(log.entries).toMatchObject([{ _failure }, { _failure }])
  })

  it('is 2 if there is no platform at the address', async () => {
    const { code, out } = await command(
      ['platform', 'http://127.0.0.1:1/api/v1', '--key', 'professional=KEY'],
      { KEY: 'sk_live_key' },
    )
    expect(code).toBe(2)
    expect(out).toContain(
      'There is no response at http://127.0.0.1:1/api/v1: the connection was refused. Start the platform, or correct its address.',
    )
    expect(out).not.toContain('New rules')
  })

  it('is 2 if no MUST was judged', async () => {
    expect((await command(['agent', conforming.url, '--rule', 'TASK-33'])).code).toBe(2)
  })

  it.each([
    [['agnet', 'x'], 'There is no command agnet'],
    [['agent'], 'The address of the target is missing'],
    [['agent', 'http://a', 'http://b'], 'Only one target can be judged at a time'],
    [['agent', 'http://u:p@h'], 'An address must not contain a user name or password'],
    [['agent', 'http://h?key=1'], 'http://h?… must not contain a query'],
    [['agent', 'http://h', '--frobnicate'], 'There is no flag --frobnicate'],
    [['agent', 'http://h', '--seed'], '--seed needs a value'],
    [['agent', 'http://h', '--seed', 'a', '--seed', 'b'], '--seed is given more than once'],
    [['agent', 'http://h', '--repeat', '0'], '--repeat has to be at least 1'],
    [['agent', 'http://h', '--fuzz', 'many'], '--fuzz has to be a whole number'],
    [['agent', 'http://h', '--rule', 'TASK-99'], 'There is no rule TASK-99'],
    [['agent', 'http://h', '--tag', 'cards'], 'There is no section cards'],
    [
      ['agent', 'http://h', '--profile', 'all'],
      'There is no profile all; use one of full, tasks, a2a, ',
    ],
    [['agent', 'http://h', '--level', 'may'], '--level has to be must, should or info'],
    [['agent', 'http://h', '--report', 'pdf=x'], 'There is no report format pdf'],
    [['agent', 'http://h', '--report', 'json'], '--report must have the form KIND=FILE'],
    [['agent', 'http://h', '--report', 'json=/missing/x'], 'The file /missing/x cannot be written'],
    [['agent', 'http://h', '--trace', 'TASK-99'], 'There is no rule TASK-99'],
    [['agent', 'http://h', '--update-baseline'], '--update-baseline needs --baseline FILE'],
    [
      ['agent', 'http://h', '--baseline', '/missing/x', '--update-baseline'],
      'The file /missing/x cannot be written',
    ],
    [
      ['platform', 'http://h', '--launch', 'touch started', '--listen', 'here'],
      '--listen must have the form HOST:PORT',
    ],
    [['agent', 'http://h', '--key', 'free=MISSING'], 'The environment variable MISSING is not set'],
    [['agent', 'http://h', '--header', 'Authorization'], '--header must have the form NAME: VALUE'],
    [['agent', 'http://h', '--allow', 'everything'], '--allow takes write and destructive'],
    [
      ['agent', 'http://h', '--sample', 'a=/missing.json'],
      'The file /missing.json cannot be read: ENOENT',
    ],
    [['explain', 'TASK-99'], 'There is no rule TASK-99'],
    [['list', 'robot'], 'The target has to be agent or platform, not robot'],
    [['judge'], 'The name of the recording is missing'],
    [['rerun'], 'The name of the report is missing'],
    [['rerun', file('null.json', null)], 'is not a JSON report of this suite'],
    [
      ['rerun', file('no-rules.json', { format: 'svc-conformance-report/1' })],
      'is not a JSON report of this suite',
    ],
  ])('is 3 for %j, with a message', async (argv, message) => {
    const { code, err } = await command(argv)
    expect(err).toContain(message)
    expect(code).toBe(3)
  })
})

describe('the output', () => {
  it('of a finding contains clause, pointer, request, response and the commands that reproduce it', async () => {
    const { out } = await command(['agent', faulty.url, '--seed', 's'])
    for (const text of [
      'line 153: “on success; same content as result”',
      'body/output',
      'POST /a2a/tasks {"task_id"',
      '"output":{}',
      'curl -sS -i',
      `svc-conformance agent ${faulty.url} --rule TASK-15 --seed s`,
      '3 rules are blocked by TASK-15',
    ])
      expect(out).toContain(text)
  })

  it('of list, explain and help needs no target', async () => {
    expect((await command(['list', 'agent'])).out.match(/^ {2}[A-Z][A-Z0-9]*-\d+ /gm)).toHaveLength(
      172,
    )
    const { out } = await command(['explain', 'task-15'])
    expect(out).toContain('docs/specification/agent-protocol.md#task-success')
    expect((await command(['explain', 'A-TASK-15'])).out).toBe(out)
    expect((await command(['help'])).out).toContain('--fail-sample FILE')
    expect((await command(['agent', '--help'])).code).toBe(0)
  })

  it('claims nothing about rules that were not selected', async () => {
    const { out } = await command(['agent', conforming.url, '--rule', 'TASK-15'])
    expect(out).toContain('conformant: every judged MUST that counts is met or does not apply')
    expect(out).not.toContain('profile is met')
  })

  it('contains only the selected rules, levels and sections', async () => {
    const { out } = await command([
      'agent',
      conforming.url,
      '--rule',
      'TASK-1*',
      '--level',
      'should',
    ])
    expect(out.match(/^PASS +TASK-1\d/gm)).toHaveLength(11)
    expect(out).not.toContain('CARD-01')
    const health = await command(['agent', conforming.url, '--tag', 'health'])
    const section = agentSuite.sections.find(({ id }) => id === 'health')!
    expect(health.out.match(/^PASS +\S+/gm)).toEqual(
      section.rules.map(({ id }) => `PASS       ${id}`),
    )
    expect((await command(['agent', conforming.url, '--profile', 'tasks'])).out).not.toContain(
      'RPC-01',
    )
  })

  it('names the profile for a target that supports only another protocol', async () => {
    const foreign = await serve(a2aAgent())
    const full = await command(['agent', foreign.url, '--fuzz', '1'])
    expect(full.out).toContain(
      'The target does not implement the interface, but it supports A2A 1.0, A2A 0.3. Judge it with --profile a2a-1.0 or --profile a2a-0.3.',
    )
    expect(full.code).toBe(1)
    const own = await command(['agent', foreign.url, '--profile', 'a2a'])
    expect(own.out).toContain('conformant: every judged MUST that counts is met or does not apply')
    expect(own.code).toBe(0)
    const quiet = await command(['agent', foreign.url, '--fuzz', '1', '--quiet'])
    expect(quiet.out).toBe('non-conformant\n')
    foreign.close()
  })

  it('is the same for each run with one seed, except for times', async () => {
    const output = async (): Promise<string> =>
      (await command(['agent', faulty.url, '--seed', 's', '--fuzz', '5'])).out.replaceAll(
        /[\d.]+ ms/g,
        '',
      )
    expect(await output()).toBe(await output())
  })

  it('has sections and colours on a terminal, unless --no-color is given', async () => {
    const coloured = await command(['agent', faulty.url], {}, true)
    expect(coloured.out).toContain('Agent card')
    expect(coloured.out).toContain('\u001b[31m')
    const plain = await command(['agent', faulty.url, '--no-color'], {}, true)
    expect(plain.out.replaceAll('\r\u001b[2K', '')).not.toContain('\u001b')
  })
})

describe('the flags', () => {
  it('--sample, --fail-sample and --manifest are read', async () => {
    const manifest = file(
      'svc.yml',
      'capabilities:\n  provides: [count_words, shout]\n  requires: []\na2a:\n  upstream_url: http://x/a2a/tasks\n',
    )
    const { code, out } = await command([
      'agent',
      conforming.url,
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

  it('--header sends a header with every request to the target and does not print its value', async () => {
    const agent = overHttp(referenceAgent())
    const guarded = await serve((request) =>
      request.headers['x-door'] === 'sesame' ? agent(request) : jsonResponse(401, {}),
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
    expect(Object.keys(readReport('guarded.json').volatile.exchanges).length).toBeGreaterThan(20)
  })

  it('that change a result are part of the command for a rerun, without secrets', async () => {
    const { out } = await command(
      [
        'agent',
        faulty.url,
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
      `svc-conformance agent ${faulty.url} --rule TASK-15 --seed s --published --fuzz 5 --header 'X-Door: '"$DOOR" --header 'X-Key: '"$SVC_HEADER_2"`,
    )
    expect(out).not.toMatch(/sesame|in the clear/)
  })
})
