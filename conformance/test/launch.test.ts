import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launch } from '../src/cli/launch.ts'
import { respondingWith } from './hostile/agents.ts'
import { started } from './hostile/started.ts'
import { serveConforming } from './support/cli.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const NODE = JSON.stringify(process.execPath)
const RUNNING = `${NODE} -e "setInterval(() => undefined, 1000)"`

const suite = (...flags: readonly string[]): ChildProcess =>
  spawn(process.execPath, [MAIN, 'agent', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })

it('waits until a launched target responds without a server error', async () => {
  const statuses = [503, 500, 404]
  const target = await started(
    respondingWith((_, res) => res.writeHead(statuses.shift() ?? 200).end()),
  )
  const { stop } = await launch(RUNNING, target.url)
  stop()
  expect([target.requests(), statuses]).toEqual([3, []])
})

it('refuses to launch a target at an address where something else responds', async () => {
  const other = await started(respondingWith((_, res) => res.writeHead(200).end()))
  await expect(launch(RUNNING, other.url)).rejects.toThrow(/already responds/)
})

const neverReady = () => started(respondingWith((_, res) => res.writeHead(503).end()))

it('gives the exit code of a launched target that ends before it responds', async () => {
  const { url } = await neverReady()
  await expect(launch(`${NODE} -e "process.exit(7)"`, url)).rejects.toThrow(
    /exited with code 7 before http/,
  )
})

it.runIf(process.platform !== 'win32')(
  'says that a launched target was ended by a signal before it responds',
  async () => {
    const { url } = await neverReady()
    await expect(launch('kill -KILL $$', url)).rejects.toThrow(/was ended by a signal before http/)
  },
)

it.runIf(process.platform !== 'win32')(
  'stops the target, and what it has started, when the suite is interrupted',
  async () => {
    const target = await neverReady()
    const command = `${NODE} -e "console.error('launched'); setInterval(() => undefined, 1000)"; true`
    const child = suite(target.url, '--launch', command)
    child.stdout!.resume()
    await once(child.stderr!.setEncoding('utf8'), 'data')
    child.stderr!.resume()
    // The target has inherited stderr, so the streams end only once it has ended as well.
    const ended = once(child, 'close')
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
  },
)

it('has the same exit code if nobody reads its messages', async () => {
  const agent = await serveConforming()
  const child = suite(agent.url, '--report', 'json=-')
  child.stderr!.destroy()
  child.stdout!.resume()
  const [code] = await once(child, 'exit')
  agent.close()
  expect(code).toBe(0)
})
