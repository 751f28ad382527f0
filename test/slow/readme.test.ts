import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inheritedEnvironment } from '../kit/environment.ts'
import { freePort } from '../kit/port.ts'
import { blocksOf, checkout, terminal } from './shell.ts'

const blocks = blocksOf('README.md')
const operatorCommands = [
  ...readFileSync('README.md', 'utf8').matchAll(/`(npm run -s registry -- [^`]+)`/g),
].map(([, text]) => text!)

describe('the README', () => {
  let folder: string
  let port: number
  const shell = terminal(() => ({
    cwd: folder,
    env: { ...inheritedEnvironment(), SVC_PORT: String(port), NO_COLOR: '1' },
  }))
  /** Runs a command of the README with another port, because its port may be in use on this machine. */
  const run = (command: string): string => shell.run(command.replaceAll(':8080', `:${port}`))

  beforeAll(async () => {
    folder = checkout()
    port = await freePort()
  })
  afterAll(async () => {
    await shell.interrupt()
  })

  it('contains only the commands that are tested here, and those that run the checks', () => {
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([
      'npm run quickstart',
      'npm start',
      'npm run -s registry -- member add --email you@example.com --role owner',
      'npm run -s registry -- pin show --email you@example.com',
      expect.stringContaining('export SVC_API_KEY'),
      'npm run -s sandbox',
      expect.stringContaining('npm run -s agent'),
      expect.stringContaining('npm test'),
    ])
    expect(operatorCommands.length).toBeGreaterThanOrEqual(5)
  })

  it('starts with a command that works', () => {
    expect(run(blocks[0]!)).toContain('revoke')
  })

  it('serves, registers an agent and gets it verified', async () => {
    await shell.start(blocks[1]!, /is ready/)
    const key = readFileSync(join(folder, 'data/registry.db.first-key'), 'utf8').trim()
    expect(run(blocks[4]!.replace('sk_live_...', key))).toContain('"valid":true')
  })

  it('lets a person sign in without a mail server', async () => {
    const [, , add, show] = blocks
    const email = /--email (\S+)/.exec(add!)![1]
    const ask = async (path: string, body: object) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, string>
    }
    run(add!)
    const { challenge_id } = await ask('request-pin', { email })
    const pin = /^PIN +(\d{8})$/m.exec(run(show!))![1]
    expect(await ask('verify-pin', { email, challenge_id, pin })).toMatchObject({
      email,
      session_token: expect.stringMatching(/^adm_/),
    })
  })

  it('operates the running registry', () => {
    const [organization] =
      JSON.parse(run('npm run -s registry -- org list --json')).items ??
      JSON.parse(run('npm run -s registry -- org list --json'))
    const org = organization.organization_id as string
    const [workspace] = [
      JSON.parse(run(`npm run -s registry -- workspace list --org ${org} --json`)),
    ].flatMap((list) => list.items ?? list)
    const content = JSON.stringify(
      JSON.parse(run(`npm run -s registry -- policy get ${workspace.workspace_id} --json`)).content,
    )
    for (const command of operatorCommands) {
      const real = command.replace('org_…', org).replace('ws_…', workspace.workspace_id as string)
      run(`printf '%s' '${content}' > policy.json; ${real}`)
    }
  })

  it('starts the sandbox alongside the running registry, on a free port', async () => {
    // Port 8080 belongs to this test, or to another program on this machine.
    const taken = createServer().listen(8080, '127.0.0.1')
    await once(taken, 'listening').catch(() => undefined)
    const printed = await shell.start(blocks[5]!, /sk_live_[^]*Try it/)
    taken.close()
    expect(printed).toMatch(/^\nThe sandbox is ready/)
    const moved = /Port 8080 is in use.* so the sandbox uses port (\d+)\./.exec(printed)![1]
    expect(Number(moved)).toBeGreaterThan(8080)
    expect(printed).toContain(`http://127.0.0.1:${moved}/api/v1`)
  })

  it('creates an agent that serves', async () => {
    const lines = blocks[6]!.split('\n')
    expect(lines.at(-1)).toMatch(/ run /)
    expect(
      await shell.start([...lines.slice(0, -1), `${lines.at(-1)} --port 0`].join('\n'), /Mode .*/),
    ).toContain('degraded')
  })
})
