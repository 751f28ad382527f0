/**
 * The time until `serve` is ready, on a memory store and on SQLite, and its memory use at that point, against `node -e 0`. The first
 * starts are not measured, because they fill Node's compile cache and create the database.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median, megabytes, report, round, SHORT } from './kit/figures.ts'
import { onCore, SERVER_CORE } from './kit/pin.ts'
import { statusBytes } from './kit/proc.ts'
import { benchFolder, endWithThis } from './kit/resources.ts'
import { alternate } from './kit/alternation.ts'

const ROUNDS = SHORT ? 5 : 15
const MAIN = new URL('../src/main.ts', import.meta.url).pathname

const folder = benchFolder()
const start = (...given: string[]): ChildProcess => {
  const [command, ...rest] = onCore(SERVER_CORE, [process.execPath, ...given])
  const child = spawn(command!, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The first API key of a memory store is written into the folder for temporary files.
    env: { PATH: process.env['PATH'], TMPDIR: folder, SVC_LOG_LEVEL: 'silent' },
  })
  endWithThis(child)
  return child
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
  const exited = once(child, 'exit')
  await ready(child)
  const ms = performance.now() - began
  const rss_mb = megabytes(statusBytes(child.pid!, 'VmRSS'))
  child.kill('SIGTERM')
  await exited
  return { ms, rss_mb }
}

async function ready(child: ChildProcess): Promise<void> {
  let shown = ''
  for await (const text of child.stdout!.setEncoding('utf8') as AsyncIterable<string>) {
    shown += text
    if (shown.includes('is ready')) return
  }
  throw new Error(`serve did not start: ${shown}`)
}

const results = await alternate(
  {
    nothing: startNode,
    memory: () => serve('memory:'),
    sqlite: () => serve(`sqlite:${join(folder, 'store.db')}`),
  },
  ROUNDS,
)
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
