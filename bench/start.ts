/**
 * The time until `serve` is ready, and its memory then, against `node -e 0`. The first start is not measured, because it fills Node's
 * compile cache.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, report, round, SHORT } from './kit/figures.ts'
import { onCore, SERVER_CORE } from './kit/pin.ts'
import { alternate } from './kit/alternation.ts'

const ROUNDS = SHORT ? 5 : 15
const MAIN = new URL('../src/main.ts', import.meta.url).pathname

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const start = (...given: string[]): ChildProcess => {
  const [command, ...rest] = onCore(SERVER_CORE, [process.execPath, ...given])
  return spawn(command!, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], SVC_LOG_LEVEL: 'silent' },
  })
}

async function startNode() {
  const began = performance.now()
  await once(start('-e', '0'), 'exit')
  return { ms: performance.now() - began, rss_mb: 0 }
}

async function serve(store: string) {
  const began = performance.now()
  const child = start(
    '--disable-warning=ExperimentalWarning',
    MAIN,
    'serve',
    '--store',
    store,
    '--port',
    '0',
  )
  for await (const text of child.stdout!.setEncoding('utf8') as AsyncIterable<string>)
    if (text.includes('is ready')) break
  const ms = performance.now() - began
  const rss_mb = residentOf(child.pid!)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ms, rss_mb }
}

/** Memory, on systems that report it. */
function residentOf(pid: number): number {
  try {
    return Math.round(
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  } catch {
    return NaN
  }
}

const results = await alternate(
  {
    nothing: startNode,
    memory: () => serve('memory:'),
    sqlite: () => serve(`sqlite:${join(folder, 'store.db')}`),
  },
  ROUNDS,
)
rmSync(folder, { recursive: true })
const milliseconds = (name: keyof typeof results) => median(results[name].map(({ ms }) => ms))
for (const name of ['memory', 'sqlite'] as const) {
  report({
    bench: `start-${name}`,
    ratio: round(milliseconds('nothing') / milliseconds(name)),
    against: 'node -e 0',
    rss_mb: median(results[name].map(({ rss_mb }) => rss_mb)),
    ready_ms: Math.round(milliseconds(name)),
    peer_ms: Math.round(milliseconds('nothing')),
  })
}
