import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacking } from '../kit/tools.ts'
import { blocksOf, checkout, freePort, terminal } from './shell.ts'
import { newFolder } from '../kit/folder.ts'

/** One listing of a guide: a command, with the JSON that it is shown to print. */
interface Listing {
  readonly command: string
  readonly shown: unknown
}

/** The commands of a guide in their order; JSON that directly follows one is what it prints. */
function listingsOf(guide: string): Listing[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8')
  return [...text.matchAll(/```sh\n([^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
    ([, command, shown]) => ({
      command: command!.trim(),
      shown: shown === undefined ? undefined : (JSON.parse(shown) as unknown),
    }),
  )
}

/** Names of members and kinds of values; of a list the first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

const SESSION = ['register', 'install', 'heartbeat']
const MARK = '--- end of a listing ---'

describe.skipIf(lacking('openssl'))('the guides', () => {
  const home = newFolder('guides')
  let tree: string
  let port: number
  let sandbox: string
  const place = () => ({ cwd: tree, env: { ...process.env, NO_COLOR: '1' } })
  const platform = terminal(place)
  const [start, ...inTheTerminal] = listingsOf('register')

  /** Types all listings into one terminal, and gives back what each printed. */
  function typed(listings: readonly Listing[]): string[] {
    const script = join(home, 'session.sh')
    const lines = listings.flatMap(({ command }) => [
      command.replaceAll(':8080', `:${port}`),
      `printf '\\n%s\\n' '${MARK}'`,
    ])
    writeFileSync(script, ['set -euo pipefail', ...lines].join('\n'))
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', script], {
      cwd: home,
      encoding: 'utf8',
      timeout: 120_000,
    })
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    return stdout.split(`\n${MARK}\n`).map((text) => text.trim())
  }

  function expectAsShown(listings: readonly Listing[], printed: readonly string[]): void {
    for (const [index, { command, shown }] of listings.entries())
      if (shown !== undefined)
        expect(shapeOf(JSON.parse(printed[index]!)), command).toEqual(shapeOf(shown))
  }

  beforeAll(async () => {
    tree = checkout()
    port = await freePort()
    sandbox = await platform.start(`${start!.command} --port ${port}`, /"advance_seconds"/)
  })
  afterAll(async () => {
    await platform.interrupt()
  })

  it('register, install and heartbeat are one session, in which everything prints what the guides show', () => {
    const listings = [...inTheTerminal, ...SESSION.slice(1).flatMap(listingsOf)]
    const printed = typed(listings)
    expectAsShown(listings, printed)
    expect(printed.join('\n')).toContain('"verification_status":"verified"')
    expect(printed.at(-2)).toContain('INSTALLATION_REVOKED')
  })

  it('trust continues the first of them', () => {
    const trust = listingsOf('trust')
    // The sandbox keeps what was registered; another version is another agent.
    const again = inTheTerminal.map(({ command, shown }) => ({
      command: command.replaceAll('1.0.0', '1.0.1'),
      shown,
    }))
    const printed = typed([...again, ...trust]).slice(again.length)
    expectAsShown(trust, printed)
    expect(printed[1]).toContain('"reason":"verified"')
    expect(printed[2]).toBe('false')
    expect(printed[3]).toBe('verified')
  })

  it('conformance judges the sandbox and its agent', () => {
    const agent = /Agent +(http\S+)/.exec(sandbox)![1]!
    const shell = terminal(() => ({
      cwd: tree,
      env: {
        ...process.env,
        SVC_AGENT_URL: agent,
        SVC_PLATFORM_URL: `http://127.0.0.1:${port}/api/v1`,
        SVC_API_KEY: /sk_live_sandbox_enterprise_0+/.exec(sandbox)![0],
        NO_COLOR: '1',
      },
    }))
    const [ofAgent, ofPlatform] = blocksOf('docs/guides/conformance.md')
    // Not everything can be tested without a clock and a mailbox, and the suite says so by its status.
    for (const judged of [ofAgent, ofPlatform])
      expect(shell.run(`${judged} || true`)).toMatch(/\d+ rules +✓ \d{2,} PASS(?!.*FAIL)/)
  })

  it('show JSON that is JSON', () => {
    for (const guide of [...SESSION, 'trust'])
      for (const text of blocksOf(`docs/guides/${guide}.md`, 'json'))
        expect(() => JSON.parse(text) as unknown, text).not.toThrow()
  })
})
