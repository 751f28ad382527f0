import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { expectOneLine } from '../commands/run-in-process.ts'
import { runRegistry, SLOW_TEST, startServe } from './process.ts'
import { childrenOf, isAlive, send, startWorkers, WORKERS } from './worker-processes.ts'

it('metrics cover all workers', SLOW_TEST, async () => {
  const { url, api_key, output } = await startWorkers({ SVC_METRICS_PORT: '0' })
  const [, metrics] = /(http:\S+\/metrics)/.exec(output.stdout)!
  const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  for (const agent of agents) expect(await send(url, api_key, agent)).toBe(200)
  const text = await (await fetch(metrics!)).text()
  expect(text).toMatch(
    /^svc_http_request_duration_seconds_count\{operation="listWorkspaces",status="200"\} 6$/m,
  )
  expect(text).toMatch(/^svc_workers_ready 2$/m)
  expect(text).toMatch(/^svc_worker_failures_total 0$/m)
  expect(text).toMatch(/^svc_ready 1$/m)
  expect(text).toMatch(/^svc_build_info\{version="[^"]+"\} 1$/m)
  for (const agent of agents) agent.destroy()
})

it('a single worker that receives SIGTERM is replaced', SLOW_TEST, async () => {
  const { workers, url, api_key } = await startWorkers()
  const [first] = workers()
  process.kill(first!, 'SIGTERM')
  await until(() => !isAlive(first!), 'the worker is still running')
  await until(() => workers().length === WORKERS, 'the worker was not replaced')
  expect(await send(url, api_key, new Agent())).toBe(200)
})

it(
  'a reload reads the configuration file again, and keeps the workers if it is invalid',
  SLOW_TEST,
  async () => {
    const file = join(newFolder(), 'settings.env')
    writeFileSync(file, 'SVC_UPGRADE_URL=https://one.example\n')
    const { child, workers, output, url } = await startWorkers({ SVC_CONFIG: file })
    const before = workers()
    writeFileSync(file, 'SVC_UPGRADE_URL=nothing\n')
    child.kill('SIGHUP')
    await until(
      () => output.stderr.includes('the workers keep their settings'),
      'nothing was logged',
    )
    expect(output.stderr).toContain('SVC_UPGRADE_URL must be an http or https address')
    expect(workers()).toEqual(before)
    writeFileSync(file, 'SVC_UPGRADE_URL=https://two.example\n')
    child.kill('SIGHUP')
    await until(
      () => !workers().some((pid) => before.includes(pid)),
      'the workers were not replaced',
    )
    expect(await send(url, 'sk_live_wrong', new Agent())).toBe(401)
  },
)

it('a reload with another public URL is refused', SLOW_TEST, async () => {
  const file = join(newFolder(), 'settings.env')
  writeFileSync(file, '')
  const { child, workers, output } = await startWorkers({ SVC_CONFIG: file })
  const before = workers()
  writeFileSync(file, 'SVC_PUBLIC_URL=https://other.example\n')
  child.kill('SIGHUP')
  await until(
    () => output.stderr.includes('a change to public_url requires a restart'),
    'nothing was logged',
  )
  expect(workers()).toEqual(before)
})

it('counters do not fall when a worker is replaced', SLOW_TEST, async () => {
  const { child, url, api_key, output, workers } = await startWorkers({
    SVC_METRICS_PORT: '0',
  })
  const [, metrics] = /(http:\S+\/metrics)/.exec(output.stdout)!
  for (let number = 0; number < 6; number += 1) await send(url, api_key, new Agent())
  const before = workers()
  child.kill('SIGHUP')
  await until(() => output.stderr.includes('"reloaded"'), 'the workers were not replaced')
  expect(workers().filter((pid) => before.includes(pid))).toEqual([])
  const text = await (await fetch(metrics!)).text()
  expect(text).toMatch(
    /^svc_http_request_duration_seconds_count\{operation="listWorkspaces",status="200"\} 6$/m,
  )
  expect(text).toMatch(/^svc_workers_ready 2$/m)
})

it.each(['sqlite:registry.db', 'json:registry.json', 'memory:'])(
  'several workers cannot use %s',
  SLOW_TEST,
  async (store) => {
    const { code, stderr } = await runRegistry(['serve', '--store', store, '--workers', '2'], {
      cwd: newFolder(),
    })
    expect(code).toBe(1)
    expectOneLine(stderr)
    expect(stderr).toContain(
      '--workers is 2, but only a postgres:// store can be used by several workers',
    )
  },
)

it(
  'auto starts one worker for each processor with PostgreSQL, and none with another store',
  SLOW_TEST,
  async () => {
    const { workers } = await startWorkers({ SVC_WORKERS: 'auto' }, availableParallelism())
    expect(workers()).toHaveLength(availableParallelism())
    const { child } = await startServe('memory:', { env: { SVC_WORKERS: 'auto' } })
    expect(childrenOf(child.pid!)).toEqual([])
  },
)
