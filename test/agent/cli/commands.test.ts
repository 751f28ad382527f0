import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerAndInstall } from '../../../src/agent/cli/go-online.ts'
import { commands } from '../../../src/agent/cli/main.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { runCommand } from './cli.ts'
import { newFolder } from '../../kit/folder.ts'

/** Creates a folder with an agent. */
async function agentFolder(): Promise<string> {
  const dir = newFolder()
  await runCommand(['init', '--dir', dir])
  return dir
}
const edit = (dir: string, from: string, to: string) => {
  const path = join(dir, 'svc.yml')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

describe('svc-agent', () => {
  it.each([[[]], [['--help']], [['help']]])('prints help on %j', async (argv) => {
    const { code, out } = await runCommand(argv)
    expect(code).toBe(0)
    for (const { path } of commands) expect(out).toContain(`  ${path.split(' ')[0]}`)
    expect(out).toContain('with SVC_PLATFORM_URL, SVC_API_KEY and SVC_ORGANIZATION_ID set')
  })

  it('shows the flags of each command, and examples that begin with the program', async () => {
    for (const { path } of commands) {
      const { code, out } = await runCommand([...path.split(' '), '--help'])
      expect(code, path).toBe(0)
      expect(out).toMatch(new RegExp(`^svc-agent ${path}: `))
      expect(out, path).toMatch(/Examples\n {2}svc-agent /)
      for (const flag of ['--json', '--dir']) expect(out, path).toContain(flag)
    }
  })

  it.each([
    [['rnu'], 'svc-agent: Unknown command "rnu"; did you mean run? See: svc-agent --help'],
    [['--loud'], 'svc-agent: Unknown flag "--loud". See: svc-agent --help'],
    [
      ['id', '--jsn'],
      'svc-agent: id: Unknown flag --jsn; did you mean --json? See: svc-agent id --help',
    ],
    [['id', '--loud'], 'svc-agent: id: Unknown flag --loud. See: svc-agent id --help'],
    [
      ['init', '--name', '', '--dir', '/nowhere'],
      'svc-agent: init: --name "" is not a valid name: name must not be empty. See',
    ],
    [['call', 'http://127.0.0.1:1'], 'svc-agent: call: SKILL is missing'],
    [['call', 'localhost', 'greet'], 'svc-agent: call: "localhost" is not the URL of an agent'],
    [
      ['call', 'http://127.0.0.1:1', 'greet', '--input', '[1]'],
      'svc-agent: call: --input must be a JSON object',
    ],
    [
      ['call', 'http://127.0.0.1:1', 'greet', '--timeout', 'soon'],
      'svc-agent: call: --timeout must be a number of seconds',
    ],
    [
      ['call', 'http://127.0.0.1:1', 'greet', '--installation', 'inst_1'],
      'svc-agent: call: Only a signed call can name an installation; add --signed.',
    ],
  ])('says in one line what is wrong with %j, with exit code 2', async (argv, expected) => {
    const { code, err } = await runCommand(argv)
    expect(code).toBe(2)
    expect(err).toContain(expected)
    expect(err).not.toContain('\n')
  })
})

describe('init', () => {
  it('writes a manifest with comments, a private key for this user only, and skills', async () => {
    const dir = await agentFolder()
    expect(readdirSync(dir).toSorted()).toEqual(['.gitignore', 'skills.mjs', 'svc.key', 'svc.yml'])
    expect(statSync(join(dir, 'svc.key')).mode & 0o777).toBe(0o600)
    expect(
      readFileSync(join(dir, 'svc.yml'), 'utf8')
        .split('\n')
        .filter((line) => line.trim().startsWith('#')).length,
    ).toBeGreaterThan(8)
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toContain('svc.key')
  })

  it('suggests commands that can be typed as they are, for its folder', async () => {
    const dir = join(newFolder(), "Ada's agent")
    expect((await runCommand(['init', '--dir', dir])).out).toContain(
      `Next: svc-agent run --dir '${dir.replace("'", "'\\''")}'`,
    )
    expect((await runCommand(['status', '--dir', dir])).out).toContain('--dir')
  })

  it('adds the secrets to .gitignore, even if it already exists', async () => {
    const dir = newFolder()
    writeFileSync(join(dir, '.gitignore'), 'node_modules')
    expect((await runCommand(['init', '--dir', dir, '--json'])).json().files).toContain(
      '.gitignore',
    )
    const ignored = readFileSync(join(dir, '.gitignore'), 'utf8').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['node_modules', 'svc.key', 'svc.credentials*', '.svc.credentials*']),
    )
    rmSync(join(dir, 'svc.yml'))
    await runCommand(['init', '--dir', dir])
    expect(readFileSync(join(dir, '.gitignore'), 'utf8').split('\n')).toEqual(ignored)
  })

  it('adds the credentials to a .gitignore that has only the key, and nothing if it has all', async () => {
    const dir = newFolder()
    const path = join(dir, '.gitignore')
    writeFileSync(path, 'svc.key')
    await runCommand(['init', '--dir', dir])
    expect(readFileSync(path, 'utf8')).toContain('\nsvc.credentials*\n')
    const all = 'svc.key\nsvc.credentials*\n.svc.credentials*'
    writeFileSync(path, all)
    rmSync(join(dir, 'svc.yml'))
    await runCommand(['init', '--dir', dir])
    expect(readFileSync(path, 'utf8')).toBe(all)
  })

  it.each([
    ['that does not end with a line feed', 'node_modules', 'node_modules\n\n# Secrets:'],
    ['that ends with a line feed', 'node_modules\n', 'node_modules\n\n# Secrets:'],
    ['that is empty', '', '# Secrets:'],
  ])('keeps what is in a .gitignore %s, and adds a paragraph', async (_, there, begin) => {
    const dir = newFolder()
    writeFileSync(join(dir, '.gitignore'), there)
    await runCommand(['init', '--dir', dir])
    expect(readFileSync(join(dir, '.gitignore'), 'utf8').split(' the agent')[0]).toBe(begin)
  })

  it('writes nothing when the name is invalid', async () => {
    const dir = newFolder()
    expect((await runCommand(['init', '--name', 'x'.repeat(300), '--dir', dir])).code).toBe(2)
    expect(readdirSync(dir)).toEqual([])
  })

  it('does not overwrite existing files', async () => {
    const dir = await agentFolder()
    const before = readFileSync(join(dir, 'svc.key'), 'utf8')
    expect(await runCommand(['init', '--dir', dir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing was changed'),
    })
    expect(await runCommand(['init', '--key-only', '--dir', dir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('gives the agent a new id'),
    })
    rmSync(join(dir, 'svc.yml'))
    expect(await runCommand(['init', '--key-only', '--dir', dir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no svc.yml in'),
    })
    expect((await runCommand(['init', '--dir', dir, '--json'])).json().files).toEqual(['svc.yml'])
    expect(readFileSync(join(dir, 'svc.key'), 'utf8')).toBe(before)
  })

  it('with --key-only writes only a key, and suggests no call, because it does not know the skills', async () => {
    const dir = await agentFolder()
    rmSync(join(dir, 'svc.key'))
    const { out } = await runCommand(['init', '--key-only', '--dir', dir])
    expect(out).toContain('svc.key')
    expect(out).not.toContain('greet')
    expect(out).not.toContain('svc.yml,')
  })
})

describe('id', () => {
  it('prints the content-addressed id and the manifest hash, which depend on the content of the manifest but not on its comments', async () => {
    const dir = await agentFolder()
    const before = (await runCommand(['id', '--dir', dir, '--json'])).json()
    expect(before).toMatchObject({
      svc_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      manifest_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      warnings: [],
    })
    edit(dir, '# category: productivity', '# nothing')
    expect((await runCommand(['id', '--dir', dir, '--json'])).json()).toEqual(before)
    edit(dir, 'counts words.', 'counts letters.')
    expect((await runCommand(['id', '--dir', dir, '--json'])).json().svc_id).not.toBe(before.svc_id)
  })

  it('names file, line and column of every fault, in one line', async () => {
    const dir = await agentFolder()
    edit(dir, 'version: "0.1.0"', 'version: 0.1')
    edit(dir, 'entry:', 'entyr:')
    const { code, err } = await runCommand(['id', '--dir', dir])
    expect(code).toBe(1)
    expect(err).toMatch(
      /^svc-agent: svc\.yml:11:1: the manifest has the unknown key "entyr"; did you mean entry\?; svc\.yml:5:10: version must be a string, but it is 0\.1; put it in quotes: "0\.1"\.$/,
    )
  })

  it('warns of a key that other users can read, and of capabilities without a skill', async () => {
    const dir = await agentFolder()
    chmodSync(join(dir, 'svc.key'), 0o644)
    edit(dir, '[greet, count_words]', '[greet, count_word]')
    const { out } = await runCommand(['id', '--dir', dir])
    expect(out).toContain('Warning: svc.key: other users can read it; run chmod 600 svc.key')
    expect(out).toMatch(
      /Warning: svc\.yml:\d+:\d+: capability count_word is not a skill of this agent \(did you mean count_words\?\)/,
    )
  })

  it.each([
    ['svc.yml', 'init'],
    ['svc.key', 'backup'],
  ])('says what to do without %s', async (file, remedy) => {
    const dir = await agentFolder()
    rmSync(join(dir, file))
    expect((await runCommand(['id', '--dir', dir])).err).toMatch(
      new RegExp(`There is no ${file}.*${remedy}`),
    )
  })
})

describe('commands that use a platform', () => {
  let sandbox: Sandbox
  let env: Record<string, string>
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'silent')
    const { api_key, workspace_id, organization_id } = sandbox.info.organizations.find(
      ({ plan }) => plan === 'starter',
    )!
    // The address has no path, because the program adds the path of the API.
    env = {
      SVC_PLATFORM_URL: new URL(sandbox.info.base_url).origin,
      SVC_API_KEY: api_key,
      SVC_WORKSPACE_ID: workspace_id,
      SVC_ORGANIZATION_ID: organization_id,
      SVC_ISSUER: sandbox.info.issuer,
    }
  })
  afterAll(() => sandbox.serving.stop())

  it('register accepts an agent that is already registered', async () => {
    const dir = await agentFolder()
    expect((await runCommand(['register', '--dir', dir], env)).out).toContain(
      'is registered and verified',
    )
    expect(await runCommand(['register', '--dir', dir], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('already registered with this platform'),
    })
  })

  it('register and install suggest the next command, unless the program runs it itself', async () => {
    const dir = await agentFolder()
    expect((await runCommand(['register', '--dir', dir], env)).out).toMatch(
      new RegExp(`api/v1\n\nNext: svc-agent install --dir ${dir}$`),
    )
    expect((await runCommand(['install', '--dir', dir], env)).out).toMatch(
      new RegExp(`svc\\.credentials\n\nNext: svc-agent run --dir ${dir}$`),
    )
    const printed: string[] = []
    await registerAndInstall(await agentFolder(), {
      env,
      program: 'svc-agent',
      interactive: false,
      print: (text) => void printed.push(text),
      printError: (line) => void printed.push(line),
    })
    expect(printed).toEqual([
      expect.stringMatching(/is registered and verified\.[^]*\/api\/v1$/),
      '',
      expect.stringMatching(/^The agent is installed\.[^]*svc\.credentials$/),
    ])
  })

  it('install stores its credentials, and creates a second installation only with --again', async () => {
    const dir = await agentFolder()
    expect(await runCommand(['install', '--dir', dir], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('register it first'),
    })
    await runCommand(['register', '--dir', dir], env)
    const first = (await runCommand(['install', '--dir', dir, '--json'], env)).json()
    expect(await runCommand(['install', '--dir', dir], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--again'),
    })
    const second = (await runCommand(['install', '--again', '--dir', dir, '--json'], env)).json()
    expect(second.installation_id).not.toBe(first.installation_id)
    expect((await runCommand(['status', '--dir', dir, '--json'], env)).json()).toMatchObject({
      installation: { installation_id: second.installation_id },
      serving: { reachable: false },
    })
  })

  it('install --again with a refused token reports it, and does not change the installation', async () => {
    const dir = await agentFolder()
    await runCommand(['register', '--dir', dir], env)
    await runCommand(['install', '--dir', dir], env)
    const current = () =>
      (JSON.parse(readFileSync(join(dir, 'svc.credentials'), 'utf8')) as { current: object })
        .current
    const before = current()
    const { code, err } = await runCommand(
      ['install', '--again', '--token', 'skt_nonsense', '--dir', dir],
      env,
    )
    expect({ code, err }).toEqual({
      code: 1,
      err: 'svc-agent: The agent was not installed: the install token is invalid. Request a new install token and try again.',
    })
    const fromEnvironment = await runCommand(['install', '--again', '--dir', dir], {
      ...env,
      SVC_INSTALL_TOKEN: 'skt_nonsense',
    })
    expect(fromEnvironment.err).toBe(err)
    expect(current()).toEqual(before)
  })

  it('an API key with a line break is refused without being quoted', async () => {
    const dir = await agentFolder()
    const { code, err } = await runCommand(
      ['register', '--dir', dir, '--api-key', 'sk_live_secret\r'],
      env,
    )
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('The API key contains a space, a line break'),
    })
    expect(err).not.toContain('secret')
  })

  it('status reports a platform that responds with an error', async () => {
    const server = createServer((_, response) => response.writeHead(503).end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const dir = await agentFolder()
    const { out } = await runCommand(['status', '--dir', dir], {
      SVC_PLATFORM_URL: `http://127.0.0.1:${port}`,
      SVC_API_KEY: 'sk_live_x',
    })
    server.close()
    expect(out).toContain('responds with an error; try again later')
  })

  it('status distinguishes refused from missing credentials', async () => {
    const dir = await agentFolder()
    expect(
      (await runCommand(['status', '--dir', dir], { ...env, SVC_API_KEY: 'sk_live_wrong' })).out,
    ).toContain('refuses the request; check SVC_API_KEY')
    expect((await runCommand(['status', '--dir', dir], { ...env, SVC_API_KEY: '' })).out).toContain(
      'unknown; install the agent or set SVC_API_KEY to query it',
    )
  })

  it('install reports a refused token, and leaves no partial installation', async () => {
    const dir = await agentFolder()
    const { code, err } = await runCommand(
      ['install', '--dir', dir, '--token', 'skt_nonsense'],
      env,
    )
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('The agent was not installed'),
    })
    expect(
      existsSync(join(dir, 'svc.credentials')) &&
        readFileSync(join(dir, 'svc.credentials'), 'utf8'),
    ).not.toContain('"runtime_token"')
  })

  it.each([
    ['register', { SVC_API_KEY: '' }, 2, 'The API key is missing'],
    ['register', { SVC_ORGANIZATION_ID: '' }, 2, 'or register without a proof with --claim'],
    ['register', { SVC_ISSUER: 'a b' }, 2, 'The issuer must be 1 to 4096 visible ASCII characters'],
    ['register', { SVC_ISSUER: 'urn:other' }, 1, 'which was signed for the issuer urn:other'],
    ['register', { SVC_ISSUER: 'urn:other' }, 1, 'with --issuer or SVC_ISSUER'],
    ['install', { SVC_WORKSPACE_ID: '' }, 2, 'The workspace is missing'],
    ['install', { SVC_WORKSPACE_ID: 'ws_nobody' }, 1, 'WORKSPACE_NOT_FOUND'],
    ['register', { SVC_API_KEY: 'sk_live_wrong' }, 1, 'INVALID_API_KEY'],
    [
      'register',
      { SVC_PLATFORM_URL: 'http://127.0.0.1:59321' },
      1,
      'cannot be reached (ECONNREFUSED)',
    ],
    ['register', { SVC_PLATFORM_URL: 'registry' }, 2, 'not an absolute http or https address'],
  ] as const)('%s with %j says what is wrong', async (command, changes, code, expected) => {
    const dir = await agentFolder()
    const got = await runCommand([command, '--dir', dir], { ...env, ...changes })
    expect(got).toMatchObject({ code, err: expect.stringContaining(expected) })
    expect(got.err).not.toContain('\n')
  })

  it('status treats an edited manifest as a new agent', async () => {
    const dir = await agentFolder()
    await runCommand(['register', '--dir', dir], env)
    await runCommand(['install', '--dir', dir], env)
    edit(dir, 'counts words.', 'counts letters.')
    const { out } = await runCommand(['status', '--dir', dir], env)
    expect(out).toContain('not registered')
    expect(out).toContain('the stored credentials are for another version')
  })
})

it('call --json reports that the agent is unreachable, with exit code 1', async () => {
  const got = await runCommand(['call', 'http://127.0.0.1:59321', 'greet', '--text', 'x', '--json'])
  expect(got.code).toBe(1)
  expect(got.json()).toMatchObject({ status: 'failed', error: { code: 'unreachable' } })
})

it.each(['4', '3601', '5.5', 'soon'])('run refuses --heartbeat %s', async (seconds) => {
  const dir = await agentFolder()
  expect(await runCommand(['run', '--dir', dir, '--heartbeat', seconds])).toMatchObject({
    code: 2,
    err: `svc-agent: run: --heartbeat must be a whole number of seconds from 5 to 3600, not "${seconds}". See: svc-agent run --help`,
  })
})

it('run reports in one line what is wrong with the skills', async () => {
  const dir = await agentFolder()
  writeFileSync(join(dir, 'skills.mjs'), 'export const skills = { greet: () => "hi" }\n')
  expect(await runCommand(['run', '--port', '0', '--dir', dir])).toMatchObject({
    code: 1,
    err: 'svc-agent: The definition of the agent is invalid: skill count_words has no function.',
  })
  edit(dir, 'entry: skills.mjs', 'entry: nowhere.mjs')
  expect(await runCommand(['run', '--port', '0', '--dir', dir])).toMatchObject({
    code: 1,
    err: expect.stringContaining('nowhere.mjs; `entry` in svc.yml names the file with the skills.'),
  })
})
