import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const README = readFileSync('README.md', 'utf8')
const blocks = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!.trim())
const operatorCommands = [...README.matchAll(/`(npm run -s registry -- [^`]+)`/g)].map(([, text]) => text!)

/** A stranger's checkout: what git knows of this tree, and the packages that `scripts/setup.mjs` would install. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  execFileSync('bash', ['-c', 'git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d "" file; do [ -e "$file" ] && printf "%s\\0" "$file"; done | tar --null -T - -cf - | tar -xf - -C "$0"', folder])
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

describe('the README', () => {
  let folder: string
  let port: number
  const started: ChildProcess[] = []
  const env = () => ({ ...process.env, SVC_PORT: String(port), NO_COLOR: '1' })
  /** Runs a command as it stands in the README, but for the port, which may be taken here. */
  const run = (command: string): string => execFileSync('bash', ['-euc', command.replaceAll(':8080', `:${port}`)], { cwd: folder, env: env(), encoding: 'utf8', timeout: 120_000 })
  const start = (command: string, ready: RegExp) => new Promise<string>((resolve, reject) => {
    const child = spawn('bash', ['-c', `exec ${command}`], { cwd: folder, env: env(), detached: true })
    started.push(child)
    let printed = ''
    child.stdout.on('data', (data: Buffer) => { printed += data; if (ready.test(printed)) resolve(printed) })
    child.once('exit', () => reject(new Error(`${command} ended: ${printed}`)))
  })

  beforeAll(async () => {
    folder = checkout()
    port = await freePort()
  })
  afterAll(() => {
    for (const { pid } of started) try { process.kill(-pid!, 'SIGTERM') } catch { /* gone already */ }
    rmSync(folder, { recursive: true, force: true })
  })

  it('knows the commands that are tested here', () => {
    expect(blocks.map((block) => block.split('\n')[0])).toEqual(['npm run quickstart', 'npm start', expect.stringContaining('export SVC_API_KEY'), 'npm run -s sandbox', expect.stringContaining('npm test')])
    expect(operatorCommands.length).toBeGreaterThanOrEqual(5)
  })

  it('gets a stranger to a first success with its first command', () => {
    expect(run(blocks[0]!)).toContain('revoke')
  })

  it('serves, registers an agent and gets it verified', async () => {
    await start(blocks[1]!, /is ready/)
    expect(run(blocks[2]!)).toContain('"valid":true')
  })

  it('operates what it serves', () => {
    const [organization] = JSON.parse(run('npm run -s registry -- org list --json')).items ?? JSON.parse(run('npm run -s registry -- org list --json'))
    const org = organization.organization_id as string
    const [workspace] = [JSON.parse(run(`npm run -s registry -- workspace list --org ${org} --json`))].flatMap((list) => list.items ?? list)
    const content = JSON.stringify(JSON.parse(run(`npm run -s registry -- policy get ${workspace.workspace_id} --json`)).content)
    for (const command of operatorCommands) {
      const real = command.replace('org_…', org).replace('ws_…', workspace.workspace_id as string)
      run(`printf '%s' '${content}' > policy.json; ${real}`)
    }
  })

  it('starts the sandbox', async () => {
    port = await freePort()
    expect(await start(`${blocks[3]} -- --port ${port}`, /sk_live_/)).toContain('enterprise')
  })
})
