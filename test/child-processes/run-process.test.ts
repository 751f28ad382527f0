import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runProcess, type RunProcessOptions } from '../../src/child-processes/run-process.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { isAlive } from '../kit/processes.ts'

const LONG_MS = 600_000

/** Runs a shell script, which can write the id of a process into the file `$FILE`. */
function start(script: string, options: Partial<RunProcessOptions> = {}) {
  const file = join(newFolder('program'), 'pid')
  const pid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  const result = runProcess({
    command: ['sh', '-c', script],
    env: { PATH: process.env['PATH'], FILE: file },
    timeout_ms: LONG_MS,
    max_output_bytes: 100,
    ...options,
  })
  return { result, pid }
}
/** Waits until the process that the program started has ended, if the program got as far as starting it. */
const untilEnded = (pid: () => number) =>
  until(() => pid() === 0 || !isAlive(pid()), 'the process that the program started is alive')

it('returns what a program printed, and its exit code', async () => {
  expect(await start('cat; printf ok; exit 3').result).toEqual({
    kind: 'exited',
    code: 3,
    output: Buffer.from('ok'),
  })
})

it('does not wait for what a program has left running, and kills it', async () => {
  const { result, pid } = start('sleep 1000 & echo $! > $FILE; printf ok')
  expect(await result).toMatchObject({ kind: 'exited', output: Buffer.from('ok') })
  await untilEnded(pid)
})

it('does not wait for a process that has left the group and holds the output open', async () => {
  const { result, pid } = start(
    `setsid sh -c 'echo $$ > $FILE; exec sleep 1000' & until [ -s $FILE ]; do sleep 0.01; done; printf ok`,
  )
  onTestFinished(() => void process.kill(pid()))
  expect(await result).toMatchObject({ kind: 'exited', output: Buffer.from('ok') })
  expect(isAlive(pid())).toBe(true)
})

it.each<[string, 'output' | 'time', string, Partial<RunProcessOptions>]>([
  ['prints too much', 'output', 'yes & echo $! > $FILE; wait', {}],
  ['takes too long', 'time', 'sleep 1000 & echo $! > $FILE; wait', { timeout_ms: 500 }],
])('kills a program that %s, and all that it started', async (_, reason, script, options) => {
  const { result, pid } = start(script, options)
  expect(await result).toEqual({ kind: 'stopped', reason })
  await untilEnded(pid)
})

it('kills a program, and all that it started, when the caller no longer wants it', async () => {
  const controller = new AbortController()
  const { result, pid } = start('sleep 1000 & echo $! > $FILE; wait', {
    signal: controller.signal,
  })
  await until(() => pid() > 0, 'the program did not start')
  controller.abort()
  expect(await result).toEqual({ kind: 'stopped', reason: 'abort' })
  await untilEnded(pid)
  expect(await start('exec sleep 1000', { signal: controller.signal }).result).toEqual({
    kind: 'stopped',
    reason: 'abort',
  })
})

it('says why a program cannot be started', async () => {
  expect(await start('', { command: ['/none/program'] }).result).toMatchObject({
    kind: 'not_started',
    code: 'ENOENT',
  })
  // A system call that fails in another way makes Node throw.
  expect(await start('', { env: { LONG: 'x'.repeat(2 ** 22) } }).result).toMatchObject({
    kind: 'not_started',
    code: 'E2BIG',
  })
})

it('leaves no listener for the end of this process', async () => {
  const before = process.listenerCount('exit')
  const { result } = start('exit 0')
  expect(process.listenerCount('exit')).toBe(before + 1)
  await result
  expect(process.listenerCount('exit')).toBe(before)
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'kills all programs when this process is terminated by %s, for which it has no handler',
  async (signal) => {
    const file = join(newFolder('program'), 'pids')
    const run = `runProcess({ command: ['sh', '-c', 'echo $$ >> $FILE; exec sleep 1000'], env: process.env, timeout_ms: ${LONG_MS}, max_output_bytes: 100 })`
    const module = JSON.stringify(
      new URL('../../src/child-processes/run-process.ts', import.meta.url),
    )
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { runProcess } = await import(${module}); ${run}; ${run}`,
      ],
      { env: { ...process.env, FILE: file }, stdio: 'ignore' },
    )
    const pids = () =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
    await until(() => pids().length === 2, 'the programs have not started')
    parent.kill(signal)
    await once(parent, 'exit')
    await until(() => !pids().some(isAlive), 'a program is alive')
  },
)
