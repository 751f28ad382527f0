import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isToolMissing } from '../kit/tools.ts'
import { freePort } from '../kit/port.ts'
import { blocksOf, checkout, terminal } from './shell.ts'
import { newFolder } from '../kit/folder.ts'

/** One listing of a guide: a command with its JSON output. */
interface Listing {
  readonly command: string
  readonly shown: unknown
}

/** Returns the commands of a guide in order, each with the JSON that directly follows it. */
function listingsOf(guide: string): Listing[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8')
  return [...text.matchAll(/```sh\n([^]*?)```(?:\n\n```json\n([^]*?)```)?/g)].map(
    ([, command, shown]) => ({
      command: command!.trim(),
      shown: shown === undefined ? undefined : (JSON.parse(shown) as unknown),
    }),
  )
}

/** Returns the shape of a value: the names of members and the types of values, and for a list the shape of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

const SESSION = ['register', 'install', 'heartbeat']
const MARK = '--- end of a listing ---'

describe.skipIf(isToolMissing('openssl'))('the guides', () => {
  const home = newFolder('guides')
  let tree: string
  let port: number
  let sandbox: string
  const place = () => ({ cwd: tree, env: { ...process.env, NO_COLOR: '1' } })
  const platform = terminal(place)
  const [start, ...inTheTerminal] = listingsOf('register')

  /** Runs all listings in one terminal, and returns their outputs. */
  function runListings(listings: readonly Listing[]): string[] {
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

  it('register, install and heartbeat run in one session, with the output that they show', () => {
    const listings = [...inTheTerminal, ...SESSION.slice(1).flatMap(listingsOf)]
    const printed = runListings(listings)
    expectAsShown(listings, printed)
    expect(printed.join('\n')).toContain('"verification_status":"verified"')
    expect(printed.at(-2)).toContain('INSTALLATION_REVOKED')
  })

  it('trust continues that session', () => {
    const trust = listingsOf('trust')
    // The agent of the first session is still registered, and another version is another agent.
    const again = inTheTerminal.map(({ command, shown }) => ({
      command: command.replaceAll('1.0.0', '1.0.1'),
      shown,
    }))
    const printed = runListings([...again, ...trust]).slice(again.length)
    expectAsShown(trust, printed)
    expect(printed[1]).toContain('"reason":"verified"')
    expect(printed[2]).toBe('false')
    expect(printed[3]).toBe('verified')
  })

  it('conformance tests the sandbox and its agent', () => {
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
    // Some rules cannot be tested without a clock and a mailbox, so the suite exits with a status other than 0.
    for (const judged of [ofAgent, ofPlatform])
      expect(shell.run(`${judged} || true`)).toMatch(/\d+ rules +✓ \d{2,} PASS(?!.*FAIL)/)
  })

  it('show valid JSON', () => {
    for (const guide of [...SESSION, 'trust'])
      for (const text of blocksOf(`docs/guides/${guide}.md`, 'json'))
        expect(() => JSON.parse(text) as unknown, text).not.toThrow()
  })
})
