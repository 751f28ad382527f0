import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from '../../../conformance/test/support/nodes.ts'
import { newFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/port.ts'
import { blocksOf, terminal } from '../shell.ts'
import { expectPublishable, install, type Installed } from './installed.ts'

const README = 'packages/agent/README.md'
const [installing, start, call, ...others] = blocksOf(README)
const tools = join(process.cwd(), 'node_modules')
const { dependencies: pinned } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

describe('the package svc-agent', () => {
  let agent: Installed
  let port: number
  /** Replaces the port of the README, which may be in use on this machine. */
  const onFreePort = (text: string): string => text.replaceAll(':8090', `:${port}`)

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.ts', 'svc-agent'], { stdio: 'inherit' })
    agent = install('dist/svc-agent', installing!)
    port = await freePort()
  })
  afterEach(() => agent.shell.interrupt())
  afterAll(() => agent.shell.interrupt())

  it('contains what is needed at run time, and neither tests nor sources', () => {
    for (const needed of [
      'README.md',
      'LICENSE',
      'a2a.openapi.yaml',
      'docs/agents.md',
      'generated/agent.json',
      'index.js',
      'schemas/svc.schema.json',
      'src/agent/index.d.ts',
      'svc-agent.js',
      'third-party/canonicalize/LICENSE',
    ])
      expect(agent.files).toContain(needed)
    expect(
      agent.files.filter((path) => /^src\/(app|auth|handlers|store|jobs|ports)\b/.test(path)),
    ).toEqual([])
    expectPublishable(agent)
    expect(statSync(join(agent.home, 'node_modules/svc-agent/svc-agent.js')).mode & 0o111).not.toBe(
      0,
    )
  })

  it('installs six direct dependencies at the versions of this repository, and compiles nothing', () => {
    const names = ['@noble/ed25519', 'ajv', 'ajv-formats', 'express', 'openapi-backend', 'yaml']
    expect(agent.manifest.dependencies).toEqual(
      Object.fromEntries(names.map((name) => [name, pinned[name]])),
    )
    expect(
      execFileSync('find', [join(agent.home, 'node_modules'), '-name', '*.node'], {
        encoding: 'utf8',
      }),
    ).toBe('')
  })

  it('serves the agent of its README and calls its skill', async () => {
    const [manifest] = blocksOf(README, 'yaml')
    const [program] = blocksOf(README, 'js')
    writeFileSync(join(agent.home, 'svc.yml'), onFreePort(manifest!))
    writeFileSync(join(agent.home, 'agent.js'), program!)
    const [init, serve] = start!.split('\n')
    agent.shell.run(init!)
    expect(await agent.shell.start(serve!, /listens on/)).toContain(`:${port}`)
    expect(JSON.parse(agent.shell.run(onFreePort(call!)))).toEqual({ words: 3 })
    expect(others).toEqual([])
  })

  it('runs init, run and call for a first agent', async () => {
    const dir = join(agent.home, 'greeter')
    agent.shell.run('svc-agent init --dir greeter')
    writeFileSync(join(dir, 'svc.yml'), onFreePort(readFileSync(join(dir, 'svc.yml'), 'utf8')))
    await agent.shell.start('svc-agent run --dir greeter', /Mode .*/)
    expect(agent.shell.run(`svc-agent call http://127.0.0.1:${port} greet --text Ada`)).toBe(
      'Hello, Ada!\n',
    )
  })

  it('runs as one file that needs no installation', async () => {
    const dir = newFolder('one-file')
    copyFileSync('dist/svc-agent.mjs', join(dir, 'svc-agent.mjs'))
    const alone = terminal(() => ({
      cwd: dir,
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, NO_COLOR: '1' },
    }))
    alone.run('node svc-agent.mjs init --language shell')
    writeFileSync(join(dir, 'svc.yml'), onFreePort(readFileSync(join(dir, 'svc.yml'), 'utf8')))
    await alone.start('node svc-agent.mjs run', /Mode .*/)
    expect(alone.run(`node svc-agent.mjs call http://127.0.0.1:${port} greet --text Ada`)).toBe(
      'Hello, Ada!\n',
    )
    expect(readFileSync('dist/svc-agent.mjs', 'utf8')).not.toContain(process.cwd())
    await alone.interrupt()
  })

  it('runs the ten-line agent, with types', async () => {
    const dir = join(agent.home, 'ten')
    mkdirSync(dir)
    for (const file of ['agent.ts', 'svc.yml'])
      copyFileSync(join('examples/typescript', file), join(dir, file))
    symlinkSync(join(tools, '@types'), join(dir, 'types'))
    writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
    writeFileSync(
      join(dir, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          moduleResolution: 'nodenext',
          target: 'es2024',
          strict: true,
          noEmit: true,
          // The declarations of the package need no types but those of Node and of its own dependencies.
          skipLibCheck: false,
          typeRoots: ['./types'],
          types: ['node'],
        },
        files: ['agent.ts', 'wrong.ts'],
      }),
    )
    writeFileSync(
      join(dir, 'wrong.ts'),
      "import { serveAgent } from 'svc-agent'\n// @ts-expect-error: it takes skills\nawait serveAgent({ dir: '.' })\nexport const { port }: { port: number } = await (await serveAgent({ skills: {} })).agent.listen()\n",
    )
    agent.shell.run(`node '${join(tools, 'typescript/bin/tsc')}' -p ten 1>&2`)
    const url = /http:\S+/.exec(
      await agent.shell.start('env PORT=0 node ten/agent.ts', /http:\S+\n/),
    )![0]
    expect(
      JSON.parse(agent.shell.run(`svc-agent call ${url} count_words --text 'one two'`)),
    ).toEqual({
      words: 2,
    })
    expect(existsSync(join(dir, 'svc.credentials'))).toBe(false)
  })

  it('reports the Node version that it requires on an older one, as a command and as a library', () => {
    const old = findNode(20)
    if (old === undefined) return expect(process.env['CI']).toBeUndefined()
    const message = /svc-agent requires Node 22\.18 or newer, but this is Node 20\./
    for (const args of [
      ['node_modules/svc-agent/svc-agent.js', '--version'],
      ['--input-type=module', '-e', "import 'svc-agent'"],
    ]) {
      const { status, stderr } = spawnSync(old, args, { cwd: agent.home, encoding: 'utf8' })
      expect(status).toBe(1)
      expect(stderr).toMatch(message)
    }
  })
})
