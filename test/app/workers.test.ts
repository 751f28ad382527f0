import { ChildProcess } from 'node:child_process'
import { Server, Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FromWorker, ToWorker } from '../../src/app/workers/messages.ts'
import { changedSetting, sharedSettingsDigest } from '../../src/app/workers/fixed-settings.ts'
import { WorkerMetrics } from '../../src/app/workers/metrics.ts'
import { Supervisor, WorkerFailed } from '../../src/app/workers/supervisor.ts'
import { shareOfWorker } from '../../src/app/workers/worker.ts'
import { readConfig } from '../../src/config/config.ts'

const CONFIG = readConfig({ store: 'memory:' }, {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
/** Runs everything that does not wait for a timer. */
const settle = () => vi.advanceTimersByTimeAsync(0)

/** A fake worker process. The test decides which messages it sends and when it ends. */
class Child extends ChildProcess {
  readonly sent: { message: ToWorker; socket: Socket | undefined }[] = []
  override connected = true
  override signalCode: NodeJS.Signals | null = null
  override readonly pid: number | undefined
  constructor(pid: number | undefined) {
    super()
    this.pid = pid
  }
  override send(message: ToWorker, socket?: unknown) {
    this.sent.push({ message, socket: socket instanceof Socket ? socket : undefined })
    return true
  }
  override kill(signal: NodeJS.Signals) {
    this.signalCode = signal
    this.end(null)
    return true
  }
  tell(message: FromWorker) {
    this.emit('message', message)
  }
  end(code: number | null) {
    this.connected = false
    this.emit('exit', code)
  }
  received = (kind: ToWorker['kind']) => this.sent.filter(({ message }) => message.kind === kind)
}

/** Creates a supervisor with processes that do nothing by themselves. */
function supervise(workers: number) {
  const children: Child[] = []
  const lines: string[] = []
  const log = (...given: unknown[]) => void lines.push(String(given.at(-1)))
  const state: { fork(): Child } = { fork: () => new Child(children.length + 1) }
  const listener = new Server()
  const supervisor = new Supervisor({
    workers,
    listener,
    fork() {
      const child = state.fork()
      children.push(child)
      return child
    },
    logger: { info: log, warn: log, error: log } as never,
  })
  const accept = () => {
    const socket = new Socket()
    listener.emit('connection', socket)
    return socket
  }
  /** Starts all workers. */
  const start = async () => {
    const started = supervisor.start()
    children[0]!.tell({ kind: 'ready' })
    await settle()
    for (const child of children.slice(1)) child.tell({ kind: 'ready' })
    await started
  }
  return { supervisor, children, lines, state, accept, start }
}

it('passes one connection at a time to each worker, in turn, and the next one once the worker has taken it', async () => {
  const { accept, children, start } = supervise(2)
  await start()
  const sockets = [1, 2, 3].map(accept)
  const passed = () =>
    children.map((child) =>
      child.received('connection').map(({ socket }) => sockets.indexOf(socket!)),
    )
  expect(passed()).toEqual([[0], [1]])
  children[1]!.tell({ kind: 'taken' })
  expect(passed()).toEqual([[0], [1, 2]])
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
})

it('closes waiting connections beyond 1024', async () => {
  const { accept, start } = supervise(1)
  await start()
  const sockets = Array.from({ length: 1 + 1024 + 1 }, accept)
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1)
  expect(sockets.at(-1)!.destroyed).toBe(true)
})

it('passes a connection that a crashed worker has not taken to another one', async () => {
  const { accept, children, start, supervisor } = supervise(2)
  await start()
  const socket = accept()
  children[0]!.end(1)
  await settle()
  expect(children[1]!.received('connection').map((sent) => sent.socket)).toEqual([socket])
  expect(socket.destroyed).toBe(false)
  expect(supervisor.counts()).toEqual({ ready: 1, failures: 1 })
})

it('kills a worker that does not take a connection within ten seconds of getting it', async () => {
  const { accept, children, start, lines } = supervise(1)
  await start()
  const socket = accept()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(children[0]!.signalCode).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(children[0]!.signalCode).toBe('SIGKILL')
  expect(lines).toContain('a worker was killed; see `reason`')
  await vi.advanceTimersByTimeAsync(100)
  children[1]!.tell({ kind: 'ready' })
  expect(children[1]!.received('connection').map((sent) => sent.socket)).toEqual([socket])
})

it('doubles the delay before it replaces a worker after as many crashes within a minute as there are workers', async () => {
  const { children, start } = supervise(2)
  await start()
  const started = async (after_ms: number) => {
    const before = children.length
    await vi.advanceTimersByTimeAsync(after_ms - 1)
    expect(children).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(children).toHaveLength(before + 1)
    children.at(-1)!.tell({ kind: 'ready' })
  }
  const crash = async () => {
    children.at(-1)!.end(1)
    await settle()
  }
  for (const wait_ms of [100, 100, 200, 200, 400]) {
    await crash()
    await started(wait_ms)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await crash()
  await started(100)
})

it('fails if the first worker ends before it is ready', async () => {
  const { supervisor, children } = supervise(2)
  const started = supervisor.start()
  children[0]!.end(3)
  await expect(started).rejects.toEqual(new WorkerFailed(3))
  expect(children).toHaveLength(1)
})

it.each([
  [
    'cannot be forked',
    (): Child => {
      throw new Error('ENOMEM')
    },
  ],
  [
    'has no process',
    () => {
      const child = new Child(undefined)
      queueMicrotask(() => child.emit('error', new Error('EAGAIN')))
      return child
    },
  ],
])('starts another worker after a while if one %s', async (_, broken) => {
  const { children, start, state, supervisor, lines } = supervise(1)
  await start()
  const { fork } = state
  state.fork = broken
  children[0]!.end(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(lines).toContain('a worker could not start; its own log lines, if there are any, show why')
  state.fork = fork
  await vi.advanceTimersByTimeAsync(200)
  children.at(-1)!.tell({ kind: 'ready' })
  expect(supervisor.counts()).toEqual({ ready: 1, failures: 2 })
})

it('reloads the workers one after another, and again if another reload was requested in the meantime', async () => {
  const { children, start, supervisor, lines } = supervise(2)
  await start()
  const reloaded = supervisor.reload()
  void supervisor.reload()
  void supervisor.reload()
  for (let round = 0; round < 4; round += 1) {
    await settle()
    expect(children).toHaveLength(3 + round)
    expect(children[round]!.received('stop')).toEqual([])
    children.at(-1)!.tell({ kind: 'ready' })
    await settle()
    expect(children[round]!.received('stop').map(({ message }) => message)).toEqual([
      { kind: 'stop', idle_ms: 2000 },
    ])
    children[round]!.end(0)
  }
  await reloaded
  expect(lines.filter((line) => line === 'reloaded')).toHaveLength(2)
  expect(supervisor.counts()).toEqual({ ready: 2, failures: 0 })
})

it('keeps the old workers if a successor cannot start', async () => {
  const { children, start, supervisor } = supervise(2)
  await start()
  const reloaded = supervisor.reload()
  await settle()
  children[2]!.end(1)
  await reloaded
  expect(children.slice(0, 2).flatMap((child) => child.received('stop'))).toEqual([])
  expect(supervisor.counts()).toEqual({ ready: 2, failures: 1 })
})

it('has all workers after a crash during a reload', async () => {
  const { children, start, supervisor } = supervise(2)
  await start()
  const reloaded = supervisor.reload()
  await settle()
  children[1]!.end(1)
  await vi.advanceTimersByTimeAsync(100)
  children[2]!.tell({ kind: 'ready' })
  await settle()
  children[0]!.end(0)
  await vi.advanceTimersByTimeAsync(100)
  children[3]!.tell({ kind: 'ready' })
  await reloaded
  expect(supervisor.counts().ready).toBe(2)
  expect(children).toHaveLength(4)
})

it('passes no connection to a worker that was asked to stop while it was starting', async () => {
  const { children, accept, start } = supervise(2)
  await start()
  children[1]!.end(1)
  await vi.advanceTimersByTimeAsync(100)
  children[2]!.tell({ kind: 'leaving' })
  children[2]!.tell({ kind: 'ready' })
  accept()
  accept()
  expect(children[2]!.received('connection')).toEqual([])
})

it('a supervisor that stops accepts no connections, does not wait for idle ones, and kills workers that do not end within 25 seconds', async () => {
  const { children, start, supervisor, accept } = supervise(2)
  await start()
  const stopped = supervisor.stop()
  expect(accept().destroyed).toBe(true)
  expect(children[0]!.received('stop').map(({ message }) => message)).toEqual([
    { kind: 'stop', idle_ms: 0 },
  ])
  children[0]!.end(0)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(children[1]!.signalCode).toBe('SIGKILL')
  await stopped
  expect(children).toHaveLength(2)
})

it('reports what one worker has consumed to all others', async () => {
  const { children, start } = supervise(3)
  await start()
  const consumptions = [
    { limit: { name: 'api-key', limit: 1, window_s: 1 }, key: 'k', requests: 1 },
  ]
  children[1]!.tell({ kind: 'consumed', consumptions })
  expect(children.map((child) => child.received('consumed').length)).toEqual([1, 0, 1])
})

const counter = (value: number) => [
  {
    name: 'c_total',
    help: 'c',
    type: 'counter',
    aggregator: 'sum',
    values: [{ value, labels: {} }],
  },
  { name: 'g', help: 'g', type: 'gauge', aggregator: 'sum', values: [{ value, labels: {} }] },
]

it('metrics keep the counters of workers that have ended, but not their gauges', async () => {
  const metrics = new WorkerMetrics()
  metrics.keep(counter(5))
  metrics.keep(counter(2))
  metrics.keep([])
  const text = await metrics
    .of({
      metrics: async () => [
        { serves: true, values: counter(1) },
        { serves: true, values: counter(3) },
        { serves: false, values: counter(10) },
      ],
      counts: () => ({ ready: 2, failures: 0 }),
    })
    .text()
  expect(text).toMatch(/^c_total 21$/m)
  expect(text).toMatch(/^g 4$/m)
  expect(text).not.toContain('svc_ready')
})

it('metrics say that the platform is not ready while there is no worker', async () => {
  const text = await new WorkerMetrics()
    .of({ metrics: async () => [], counts: () => ({ ready: 0, failures: 7 }) })
    .text()
  expect(text).toMatch(/^svc_ready 0$/m)
  expect(text).toMatch(/^svc_worker_failures_total 7$/m)
})

it.each([
  [1, 4 * 1024, 1024, 64 * 1024, 256 * 1024],
  [4, 1024, 256, 16 * 1024, 64 * 1024],
  [64, 256, 64, 4 * 1024, 16 * 1024],
])(
  'each of %i workers may hold %i KiB of anonymous bodies, of which %i from one address, %i KiB each of the bodies and answers of one organization, and %i KiB of answers',
  (workers, all, address, organization, every_answer) => {
    const { anonymous_bodies, authenticated_bodies, answers } = shareOfWorker(CONFIG, {
      workers,
      shared_settings: sharedSettingsDigest(CONFIG),
    })
    expect([
      anonymous_bodies.process_bytes,
      anonymous_bodies.address_bytes,
      authenticated_bodies.group_bytes,
      answers.owner_bytes,
      answers.total_bytes,
    ]).toEqual(
      [all, address, organization, organization, every_answer].map((kibibytes) => kibibytes * 1024),
    )
  },
)

it('kills a worker that is not ready after ten minutes', async () => {
  const { children, start, supervisor } = supervise(1)
  await start()
  const reloaded = supervisor.reload()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(children[1]!.signalCode).toBe('SIGKILL')
  await reloaded
  expect(supervisor.counts()).toEqual({ ready: 1, failures: 1 })
})

it('responds to several requests for metrics at once, without the counts of a worker that ends in the meantime', async () => {
  const { children, start, supervisor } = supervise(2)
  await start()
  const [one, other] = [supervisor.metrics(), supervisor.metrics()]
  children[0]!.tell({ kind: 'metrics', metrics: counter(1) })
  children[1]!.end(1)
  const expected = [{ serves: true, values: counter(1) }]
  expect([await one, await other]).toEqual([expected, expected])
})

it.each([
  { store: 'json:a' },
  { port: 1 },
  { host: '0.0.0.0' },
  { public_url: 'https://a.example' },
  { issuer: 'a' },
])(
  'a worker whose settings have %o does not serve alongside those that started without it',
  (changed) => {
    const shared_settings = sharedSettingsDigest(CONFIG)
    expect(() => shareOfWorker({ ...CONFIG, ...changed }, { workers: 2, shared_settings })).toThrow(
      'restart the supervisor',
    )
    expect(() =>
      shareOfWorker(
        { ...CONFIG, upgrade_url: 'https://a.example' },
        { workers: 2, shared_settings },
      ),
    ).not.toThrow()
  },
)

it.each([
  ['store', { store: 'json:a' }],
  ['port', { port: 1 }],
  ['workers', { workers: 3 }],
  ['metrics', { metrics: { host: '127.0.0.1', port: 1 } }],
])('the setting %s requires a restart of the supervisor: %o', (name, changed) => {
  expect(changedSetting({ ...CONFIG, ...changed }, CONFIG)).toBe(name)
})

it('other settings require no restart of the supervisor', () => {
  const changed = { ...CONFIG, upgrade_url: 'https://a.example' }
  expect(changedSetting(changed, CONFIG)).toBeUndefined()
})
