import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'
import { newDatabase } from '../postgres/database.ts'
import { expectOneLine } from '../commands/run-in-process.ts'
import { runForJson, runRegistry, SLOW_TEST, startServe } from './process.ts'

const KEY = { SVC_MASTER_KEY: 'ab'.repeat(32) }
const WORKERS = 2

/** Starts a platform with two workers and an organization with an API key. */
async function startWorkers(extra: Record<string, string> = {}, count = WORKERS) {
  const { address, create } = newDatabase()
  await create()
  const env = { ...KEY, SVC_STORE: address, SVC_WORKERS: String(WORKERS), ...extra }
  const running = await startServe(address, { env })
  const { organization_id } = await runForJson<{ organization_id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'enterprise'],
    { env },
  )
  const { api_key } = await runForJson<{ api_key: string }>(
    ['api-key', 'create', '--org', organization_id],
    { env },
  )
  const supervisor = running.child.pid!
  const workers = () => childrenOf(supervisor)
  await until(
    () => running.output.stderr.includes('the workers have started'),
    'the workers did not start',
  )
  expect(workers()).toHaveLength(count)
  const url = `${running.base_url}/orgs/${organization_id}/workspaces`
  return { ...running, url, api_key, workers }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended and that nobody waits for is a zombie.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Sends one request. Resolves with its status, or with the code of the error. */
const send = (url: string, api_key: string, agent: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    request(url, { agent, headers: { 'X-API-Key': api_key } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })

/** Clients that send one request after the other, half of them on a connection that is kept. Counts the results. */
function startClients(clients: number, url: string, api_key: string) {
  const results = new Map<number | string, number>()
  let stopped = false
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })
    while (!stopped) {
      const result = await send(url, api_key, agent)
      results.set(result, (results.get(result) ?? 0) + 1)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    count: () => [...results.values()].reduce((sum, count) => sum + count, 0),
    async stop() {
      stopped = true
      await running
      return Object.fromEntries(results)
    },
  }
}

it('a reload replaces every worker, and refuses no request of 8 clients', SLOW_TEST, async () => {
  const { child, url, api_key, workers, output, stop } = await startWorkers()
  const before = workers()
  const clients = startClients(8, url, api_key)
  await until(() => clients.count() > 100, 'the clients did not start')
  child.kill('SIGHUP')
  await until(() => output.stderr.includes('"reloaded"'), 'the workers were not replaced')
  expect(workers()).toHaveLength(WORKERS)
  expect(workers().filter((pid) => before.includes(pid))).toEqual([])
  const results = await clients.stop()
  // The limit of one key counts the requests of all workers.
  expect(Object.keys(results).filter((result) => !['200', '429'].includes(result))).toEqual([])
  expect((await stop()).code).toBe(0)
})

it(
  'a worker that is killed is replaced, and only requests on its connections fail',
  SLOW_TEST,
  async () => {
    const { url, api_key, workers, output } = await startWorkers()
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const all = () => Promise.all(agents.map((agent) => send(url, api_key, agent)))
    expect(await all()).toEqual(Array(8).fill(200))
    const [victim] = workers()
    process.kill(victim!, 'SIGKILL')
    await until(() => !workers().includes(victim!), 'the worker still runs')
    // Half of the connections belonged to the other worker, and new ones are served.
    const after = await all()
    expect(after.filter((result) => result === 200).length).toBeGreaterThanOrEqual(4)
    expect(await all()).toEqual(Array(8).fill(200))
    await until(() => workers().length === WORKERS, 'the worker was not replaced')
    expect(output.stderr).toContain('a worker has ended unexpectedly and is replaced')
    for (const agent of agents) agent.destroy()
  },
)

it('connections wait while no worker is ready', SLOW_TEST, async () => {
  const { url, api_key, workers } = await startWorkers()
  for (const pid of workers()) process.kill(pid, 'SIGKILL')
  await until(
    () => workers().every((pid) => !isAlive(pid)) || workers().length === 0,
    'a worker still runs',
  )
  expect(await send(url, api_key, new Agent())).toBe(200)
})

it('the rate limit of a key holds across workers as in one process', SLOW_TEST, async () => {
  const { url, api_key } = await startWorkers()
  const began = performance.now()
  const clients = startClients(20, url, api_key)
  await until(() => clients.count() > 900, 'the clients did not send enough')
  const results = await clients.stop()
  const refilled = Math.ceil((performance.now() - began) / 100)
  expect(results['200']).toBeGreaterThanOrEqual(600)
  // The excess that 20 requests in progress can cause before the other worker is notified.
  expect(results['200']).toBeLessThanOrEqual(600 + refilled + 20)
})

it('metrics are those of all workers together', SLOW_TEST, async () => {
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

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends all workers, after the requests in progress',
  SLOW_TEST,
  async (signal) => {
    const { url, api_key, workers, stop } = await startWorkers()
    const clients = startClients(10, url, api_key)
    await until(() => clients.count() > 50, 'the clients did not start')
    const pids = workers()
    const stopped = stop(signal)
    const { code } = await stopped
    expect(code).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    const results = await clients.stop()
    expect(
      Object.keys(results).filter(
        (result) => !['200', '429', 'ECONNREFUSED', 'ECONNRESET'].includes(result),
      ),
    ).toEqual([])
  },
)

it('workers end if their supervisor is killed', SLOW_TEST, async () => {
  const { workers, stop, url, api_key, output } = await startWorkers()
  const pids = workers()
  const clients = startClients(4, url, api_key)
  await until(() => clients.count() > 20, 'the clients did not start')
  await stop('SIGKILL')
  await until(() => !pids.some(isAlive), 'a worker still runs')
  await clients.stop()
  expect(output.stderr).not.toContain('uncaught exception')
})

it('a worker that is asked to end alone is replaced', SLOW_TEST, async () => {
  const { workers, url, api_key } = await startWorkers()
  const [first] = workers()
  process.kill(first!, 'SIGTERM')
  await until(() => !isAlive(first!), 'the worker still runs')
  await until(() => workers().length === WORKERS, 'the worker was not replaced')
  expect(await send(url, api_key, new Agent())).toBe(200)
})

it(
  'a reload reads the file of settings again, and keeps the workers if it is invalid',
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
    () => output.stderr.includes('a new public_url requires a restart'),
    'nothing was logged',
  )
  expect(workers()).toEqual(before)
})

it('a first worker that cannot start ends the command, and says why once', SLOW_TEST, async () => {
  const { code, stderr } = await runRegistry(['serve', '--port', '0', '--workers', '2'], {
    env: { ...KEY, SVC_STORE: 'postgres://127.0.0.1:1/registry' },
  })
  expect(code).toBe(1)
  expectOneLine(stderr)
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
