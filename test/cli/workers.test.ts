import { Agent } from 'node:http'
import { expect, it } from 'vitest'
import { until } from '../kit/bounds.ts'
import { expectOneLine } from '../commands/run-in-process.ts'
import { runRegistry, SLOW_TEST } from './process.ts'
import { isAlive, KEY, send, startClients, startWorkers, WORKERS } from './worker-processes.ts'

it('a reload replaces every worker, and no request from 8 clients fails', SLOW_TEST, async () => {
  const { child, url, api_key, workers, output, stop } = await startWorkers()
  const before = workers()
  const clients = startClients(8, url, api_key)
  await until(() => clients.count() > 100, 'the clients did not start')
  child.kill('SIGHUP')
  await until(() => output.stderr.includes('"reloaded"'), 'the workers were not replaced')
  expect(workers()).toHaveLength(WORKERS)
  expect(workers().filter((pid) => before.includes(pid))).toEqual([])
  const results = await clients.stop()
  // The limit of a key counts requests across all workers.
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
    await until(() => !workers().includes(victim!), 'the worker is still running')
    // Half of the connections belonged to the other worker, and new ones are served.
    const after = await all()
    expect(after.filter((result) => result === 200).length).toBeGreaterThanOrEqual(4)
    expect(await all()).toEqual(Array(8).fill(200))
    await until(() => workers().length === WORKERS, 'the worker was not replaced')
    expect(output.stderr).toContain('a worker exited unexpectedly and will be replaced')
    for (const agent of agents) agent.destroy()
  },
)

it('connections wait while no worker is ready', SLOW_TEST, async () => {
  const { url, api_key, workers } = await startWorkers()
  for (const pid of workers()) process.kill(pid, 'SIGKILL')
  await until(
    () => workers().every((pid) => !isAlive(pid)) || workers().length === 0,
    'a worker is still running',
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

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends all workers, and no request gets a response other than 200 or 429',
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
  await until(() => !pids.some(isAlive), 'a worker is still running')
  await clients.stop()
  expect(output.stderr).not.toContain('uncaught exception')
})

it('a first worker that cannot start ends the command, and says why once', SLOW_TEST, async () => {
  const { code, stderr } = await runRegistry(['serve', '--port', '0', '--workers', '2'], {
    env: { ...KEY, SVC_STORE: 'postgres://127.0.0.1:1/registry' },
  })
  expect(code).toBe(1)
  expectOneLine(stderr)
})
