/**
 * Prints the files of src that one request passes through, in the order in which it enters them: `npm run trace -- heartbeat`, `-- routing`
 * (a task whose agent has no address, so that it is not forwarded) or `-- task` (one that an agent answers). Every function reports its
 * file while the second of two identical requests is processed, so that work that happens only once is not counted.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionsOf } from '../test/mutants/places.ts'

/** The maximum number of files for each kind of request. DESIGN.md states the current numbers. */
const GOALS = { heartbeat: 30, routing: 40, task: 50 } as const
type Kind = keyof typeof GOALS
interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

const ROOT = join(import.meta.dirname, '..')
const kind = process.argv[2] as Kind
if (!(kind in GOALS)) throw new Error(`Choose one of ${Object.keys(GOALS).join(', ')}`)

const entered = new Set<string>()
Object.assign(globalThis, { __enter: (file: string) => void entered.add(file) })
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : ''
    if (!file.startsWith('src/')) return loaded
    return { ...loaded, source: instrumented(file, String(loaded.source)) }
  },
})

/** Returns the source with a call of `__enter` at the start of each function. */
function instrumented(file: string, source: string): string {
  const enter = `(globalThis as any).__enter(${JSON.stringify(file)})`
  const inserts = functionsOf(file, source).flatMap(({ start, end, isBlock }) =>
    isBlock
      ? [{ at: start + 1, text: `;${enter};` }]
      : [
          { at: start, text: `(${enter}, ` },
          { at: end, text: ')' },
        ],
  )
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at), source)
}

const folder = mkdtempSync(join(tmpdir(), 'svc-trace-'))
const agent = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ status: 'completed', result: {}, output: {} }))
})
const platform = await startPlatform(kind === 'routing' ? undefined : await listen(agent))
try {
  const call = platform.calls[kind]
  await send(call)
  entered.clear()
  await send(call)
  const files = [...entered]
  console.log(files.map((file, index) => `${String(index + 1).padStart(3)}  ${file}`).join('\n'))
  console.log(`\n${files.length} files; the goal is at most ${GOALS[kind]}.`)
  process.exitCode = files.length > GOALS[kind] ? 1 : 0
} finally {
  platform.server.close()
  agent.close()
  await platform.close()
  rmSync(folder, { recursive: true })
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function send({ path, headers, body }: Call): Promise<void> {
  const response = await fetch(`${platform.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
}

/** Starts a platform on SQLite with one installed agent, and returns how to call it. */
async function startPlatform(upstream_url: string | undefined) {
  // A static import would load files of src before the hooks are registered.
  const [{ createApp }, { readConfig }, { newFleet }] = await Promise.all([
    import('../src/app/app.ts'),
    import('../src/config/config.ts'),
    import('../bench/kit/fleet.ts'),
  ])
  const app = await createApp({
    ...readConfig({ store: `sqlite:${join(folder, 'registry.db')}` }, {}),
    log_level: 'silent',
    outgoing: { http: true, allow: ['127.0.0.1'] },
  })
  const details = { upstream_url, capabilities: ['echo'], heartbeat_interval_seconds: 60 }
  const fleet = await newFleet(app.jobs, 1, details)
  const { organization_id, workspace_id, api_key } = fleet
  const { installation_id, runtime_token } = fleet.installations[0]!
  const routeTask = {
    path: '/a2a/route',
    headers: { 'X-API-Key': api_key },
    body: {
      skill: 'echo',
      message: 'hello',
      context: { workspace_id, requester_id: organization_id },
    },
  }
  return {
    origin: await listen(app.server),
    server: app.server,
    close: () => app.services.store.close(),
    calls: {
      heartbeat: {
        path: `/installations/${installation_id}/lease`,
        headers: { Authorization: `Bearer ${runtime_token}` },
        body: { status: 'running' },
      },
      routing: routeTask,
      task: routeTask,
    } satisfies Record<Kind, Call>,
  }
}
