import { realpathSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AgentDefinitionError, type SkillRun } from '../../../src/agent/index.ts'
import { SkillBusyError } from '../../../src/agent/tasks/skill-errors.ts'
import { until } from '../../kit/bounds.ts'
import { isAlive } from '../../kit/processes.ts'
import { callOf, openSkill } from './calls.ts'

/** Returns a command that runs a shell script. The agent itself uses no shell, so the command names it. */
const script = (text: string, more: object = {}): SkillRun => ({
  command: ['sh', '-c', text],
  ...more,
})

describe('a command', () => {
  it('reads the task as JSON, and what it writes is the result', async () => {
    expect(await openSkill({ command: ['cat'] }).run()).toEqual({
      text: 'Ada',
      input: { text: 'Ada' },
      context: {
        task_id: 't-1',
        trace_id: 'trace-1',
        traceparent: '00-11111111111111111111111111111111-2222222222222222-00',
        skill: 'work',
        workspace_id: 'ws-1',
      },
    })
  })

  it('is run without a shell, so its arguments are taken literally', async () => {
    const { run } = openSkill({ command: ['printf', '%s', '$HOME; $(id) | *'], format: 'text' })
    expect(await run()).toBe('$HOME; $(id) | *')
  })

  it('exchanges plain text with format text, without the last line feed', async () => {
    const { run } = openSkill({ command: ['tr', 'a-z', 'A-Z'], format: 'text' })
    expect(await run(callOf('ada\nbob\n\n').call)).toBe('ADA\nBOB\n')
  })

  it('need not read its input, however long that is', async () => {
    const { run } = openSkill({ command: ['printf', '{"n": 1}'] })
    expect(await run(callOf('x'.repeat(1_000_000)).call)).toEqual({ n: 1 })
  })

  it('gets PATH, HOME, LANG, TZ, the trace and the variables that svc.yml names, and no others', async () => {
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/ada',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      MODEL_KEY: 'named',
      OTHER_KEY: 'not named',
      NODE_OPTIONS: '--no-warnings',
      SVC_API_KEY: 'sk_live_secret',
      SVC_INSTALL_TOKEN: 'skt_secret',
    }
    const run: SkillRun = { command: ['env'], format: 'text', env: ['MODEL_KEY', 'NOT_SET'] }
    const skill = openSkill(run, { env })
    const printed = String(await skill.run())
      .split('\n')
      .toSorted()
    expect(printed).toEqual([
      'HOME=/home/ada',
      'LANG=C.UTF-8',
      'MODEL_KEY=named',
      `PATH=${process.env['PATH']}`,
      'TRACEPARENT=00-11111111111111111111111111111111-2222222222222222-00',
      'TZ=UTC',
    ])
    expect(skill.log).toEqual([
      {
        message: 'an environment variable that svc.yml names for a command is not set',
        fields: { name: 'NOT_SET' },
      },
    ])
  })

  it("runs in the agent's folder", async () => {
    const { run, dir } = openSkill({ command: ['pwd'], format: 'text' })
    expect(await run()).toBe(realpathSync(dir))
  })

  const failures: readonly (readonly [what: string, run: SkillRun, reason: string | RegExp])[] = [
    ['returns nothing', script('exit 0'), 'it returned nothing; it must return one JSON document'],
    ['returns only white space', script('printf " \\t\\r\\n"'), 'it returned nothing'],
    ['closes its output early', script('exec >&-; exit 0'), 'it returned nothing'],
    [
      'does not return JSON',
      script('echo done'),
      'what it returned cannot be read as one JSON document, because it is not JSON: "done\\n"',
    ],
    [
      'returns two documents',
      script('echo "{}"; echo "{}"'),
      'what it returned cannot be read as one JSON document, because it is not JSON',
    ],
    ['returns bytes that are not UTF-8', script('printf \'"\\377"\''), 'is not UTF-8'],
    [
      'returns JSON that is nested too deeply',
      script("printf '[%.0s' $(seq 65); printf ']%.0s' $(seq 65)"),
      'what it returned cannot be read as one JSON document, because it is nested deeper than 64 levels: "[[',
    ],
    ['reports a failure by its exit code', script('echo "{}"; exit 3'), 'ended with exit code 3'],
    ['kills itself', script('echo "{}"; kill -9 $$'), 'the command was killed by SIGKILL'],
    [
      'writes one byte too many',
      script('printf \'"123456789"\'', { max_output_bytes: 10 }),
      'the command wrote more than 10 bytes',
    ],
    [
      'never stops writing',
      script('exec yes', { max_output_bytes: 1000 }),
      'the command wrote more than 1000 bytes',
    ],
  ]
  it.each(failures)('fails the task if it %s', async (_, run, reason) => {
    await expect(openSkill(run).run()).rejects.toThrow(reason)
  })

  it('may write as many bytes as its limit allows', async () => {
    const run = script('printf \'"12345678"\'', { max_output_bytes: 10 })
    expect(await openSkill(run).run()).toBe('12345678')
  })

  it.each([
    ['svc-no-such-program', /skill work: there is no program svc-no-such-program in PATH; install/],
    ['./missing.sh', /skill work: there is no executable file \.\/missing\.sh in \//],
  ])('is refused at startup if there is no %s', (program, reason) => {
    const open = () => openSkill({ command: [program] })
    expect(open).toThrow(AgentDefinitionError)
    expect(open).toThrow(reason)
  })
})

describe('the end of a command', () => {
  it('kills what the command started, even if that holds the output open', async () => {
    const { call, lines } = callOf()
    const run = script('sleep 1000 & echo $! >&2; echo "{}"')
    expect(await openSkill(run).run(call)).toEqual({})
    const [pid] = lines()
    await until(() => !isAlive(Number(pid)), 'the process that the command started is alive')
  })

  it('begins with SIGTERM to the whole group when the task is aborted', async () => {
    const { call, lines, abort } = callOf()
    const result = openSkill(script('sleep 1000 & echo $! >&2; wait')).run(call)
    await until(() => lines().length > 0, 'the command did not start')
    abort()
    await expect(result).rejects.toThrow('the command was killed by SIGTERM')
    await until(() => !isAlive(Number(lines()[0])), 'the process that the command started is alive')
  })

  it('is forced by SIGKILL if the command ignores SIGTERM', async () => {
    const { call, lines, abort } = callOf()
    const run = script('trap "" TERM; echo ready >&2; while :; do sleep 0.01; done', {
      stop_ms: 50,
    })
    const result = openSkill(run).run(call)
    await until(() => lines().length > 0, 'the command did not start')
    abort()
    await expect(result).rejects.toThrow('the command was killed by SIGKILL')
  })

  it('is awaited when the agent closes', async () => {
    const { call, lines } = callOf()
    const { run, close } = openSkill(script('echo $$ >&2; exec sleep 1000'))
    const result = run(call)
    await until(() => lines().length > 0, 'the command did not start')
    const [failure] = await Promise.all([result.catch(String), close()])
    expect(failure).toContain('the command was killed by SIGTERM')
    expect(isAlive(Number(lines()[0]))).toBe(false)
  })
})

describe('the concurrency of a command', () => {
  it('is limited: further tasks wait, and a task is refused if max_waiting tasks are already waiting', async () => {
    const limits = { max_concurrent: 2, max_waiting: 1 }
    const { run } = openSkill(script('echo started >&2; exec sleep 1000', limits))
    const tasks = Array.from({ length: 4 }, () => callOf())
    const [first, second, third, fourth] = tasks.map(({ call }) => run(call).catch((e: Error) => e))
    await until(() => tasks.filter(({ lines }) => lines().length > 0).length === 2, 'not 2 started')
    expect(await fourth).toBeInstanceOf(SkillBusyError)
    expect(tasks.map(({ lines }) => lines().length)).toEqual([1, 1, 0, 0])
    tasks[0]!.abort()
    await first
    await until(() => tasks[2]!.lines().length === 1, 'the waiting task did not start')
    tasks[1]!.abort()
    tasks[2]!.abort()
    expect(String(await second)).toContain('SIGTERM')
    expect(String(await third)).toContain('SIGTERM')
  })

  it('does not count a task that stopped waiting', async () => {
    const { run } = openSkill(
      script('echo started >&2; exec sleep 1000', { max_concurrent: 1, max_waiting: 1 }),
    )
    const [running, left, next] = [callOf(), callOf(), callOf()] as const
    const first = run(running.call).catch(String)
    const second = run(left.call).catch(String)
    left.abort()
    expect(await second).toContain('aborted by the test')
    const third = run(next.call).catch(String)
    await until(() => running.lines().length === 1, 'the first task did not start')
    running.abort()
    await first
    await until(() => next.lines().length === 1, 'the next task did not start')
    next.abort()
    await third
  })

  it('does not mix up tasks', async () => {
    const { run } = openSkill({ command: ['cat'] })
    const texts = ['a', 'b', 'c', 'd', 'e']
    const results = await Promise.all(texts.map((text) => run(callOf(text).call)))
    expect(results).toMatchObject(texts.map((text) => ({ text })))
  })
})

describe('the standard error of a command', () => {
  it('is logged line by line, with credentials redacted', async () => {
    const { call, log } = callOf()
    await openSkill(script('printf "one\\n\\ntwo sk_live_abc" >&2; echo "{}"')).run(call)
    expect(log).toEqual([
      { message: 'the command wrote to its standard error', fields: { line: 'one' } },
      {
        message: 'the command wrote to its standard error',
        fields: { line: 'two sk_live_***' },
      },
    ])
  })

  it('is cut between words, so that the beginning of a secret is not logged', async () => {
    const { call, lines } = callOf()
    const padded = `printf '%4085s sk_live_secret%500s' one x >&2; echo '{}'`
    await openSkill(script(padded)).run(call)
    expect(lines()).toEqual([`${' '.repeat(4082)}one [cut]`])
  })

  it('is limited to 4096 bytes a line and 100 lines a task; a word that is cut at the end of a line is left out, but at most 2048 bytes of it', async () => {
    const { call, log, lines } = callOf()
    const long = 'head -c 5000 /dev/zero | tr "\\0" x >&2; echo >&2'
    await openSkill(script(`${long}; seq 2 200 >&2; echo "{}"`)).run(call)
    expect(lines()[0]).toBe(`${'x'.repeat(2048)}[cut]`)
    expect(lines().slice(1)).toEqual(Array.from({ length: 99 }, (_, n) => String(n + 2)))
    expect(log.slice(100)).toEqual([
      {
        message: 'the command wrote more to its standard error, which is not logged',
        fields: { logged_lines: 100 },
      },
    ])
  })
})
