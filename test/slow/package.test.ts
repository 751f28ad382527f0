import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, terminal } from './shell.ts'
import { newFolder } from '../kit/folder.ts'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}
const tools = join(process.cwd(), 'node_modules')

/** The dependencies that npm would install: only those that the package itself declares. */
function linkDependencies(modules: string): void {
  for (const name of readdirSync(tools).filter(
    (entry) => !entry.startsWith('.') && !entry.startsWith('svc-registry'),
  )) {
    if (!Object.hasOwn(DEVELOPMENT, name)) symlinkSync(join(tools, name), join(modules, name))
  }
}
const { devDependencies: DEVELOPMENT } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

describe('the published package', () => {
  const home = newFolder('package')
  const modules = join(home, 'node_modules')
  const installed = join(modules, 'svc-registry')
  const shell = terminal(() => ({
    cwd: home,
    env: {
      PATH: `${join(modules, '.bin')}:${join(tools, '.bin')}:${process.env['PATH']}`,
      HOME: home,
      NO_COLOR: '1',
    },
  }))
  let files: readonly string[]
  let port: number

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
    const told = execFileSync('npm', ['pack', './dist', '--json', '--pack-destination', home], {
      encoding: 'utf8',
    })
    const [packed] = JSON.parse(told) as [{ filename: string; files: { path: string }[] }]
    files = packed.files.map(({ path }) => path)
    mkdirSync(join(modules, '.bin'), { recursive: true })
    execFileSync('tar', ['-xzf', join(home, packed.filename), '-C', modules])
    execFileSync('mv', [join(modules, 'package'), installed])
    linkDependencies(modules)
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>
    }
    for (const [command, path] of Object.entries(bin))
      symlinkSync(join(installed, path), join(modules, '.bin', command))
    port = await freePort()
  })
  afterAll(async () => {
    await shell.interrupt()
  })

  it('contains what is needed at run time, and neither tests nor sources', () => {
    for (const needed of [
      'openapi.yaml',
      'a2a.openapi.yaml',
      'schemas/svc.schema.json',
      'generated/agent.json',
      'generated/platform.json',
      'dashboard/dist/index.html',
      'docs/agents.md',
      'README.md',
      'LICENSE',
    ])
      expect(files).toContain(needed)
    expect(
      files.filter(
        (path) => /^(test|bench|scripts|examples)\//.test(path) || /(?<!\.d)\.ts$/.test(path),
      ),
    ).toEqual([])
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect(manifest).toMatchObject({ name: 'svc-registry', dependencies })
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private']))
    for (const path of Object.values(manifest['bin'] as Record<string, string>))
      expect(statSync(join(installed, path)).mode & 0o111).not.toBe(0)
  })

  it('serves its own documentation', async () => {
    await shell.start(`svc-registry sandbox --port ${port}`, /sk_live_/)
    for (const page of [
      '',
      '/guides/register',
      '/flows',
      '/changes',
      '/docs.css',
      '/flows/register.arazzo.yaml',
      '/manuals/agents',
    ])
      expect((await fetch(`http://127.0.0.1:${port}/docs${page}`)).status, page).toBe(200)
    await shell.interrupt()
  })

  it('runs init, run and call for a first agent', async () => {
    shell.run('svc-agent init')
    writeFileSync(
      join(home, 'svc.yml'),
      readFileSync(join(home, 'svc.yml'), 'utf8').replace(':8090', `:${port}`),
    )
    await shell.start('svc-agent run', /Mode .*/)
    expect(shell.run(`svc-agent call http://127.0.0.1:${port} greet --text Ada`)).toBe(
      'Hello, Ada!\n',
    )
    await shell.interrupt()
  })

  it('runs the agent of ten lines, with types', async () => {
    const dir = join(home, 'ten')
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
          target: 'es2024',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          typeRoots: ['./types'],
          types: ['node'],
        },
        files: ['agent.ts', 'wrong.ts'],
      }),
    )
    writeFileSync(
      join(dir, 'wrong.ts'),
      "import { serveAgent } from 'svc-registry/agent'\n// @ts-expect-error: it takes skills\nawait serveAgent({ dir: '.' })\nexport const { port }: { port: number } = await (await serveAgent({ skills: {} })).agent.listen()\n",
    )
    shell.run(`node '${join(tools, 'typescript/bin/tsc')}' -p ten 1>&2`)
    const url = /http:\S+/.exec(await shell.start('env PORT=0 node ten/agent.ts', /http:\S+\n/))![0]
    expect(JSON.parse(shell.run(`svc-agent call ${url} count_words --text 'one two'`))).toEqual({
      words: 2,
    })
    expect(existsSync(join(dir, 'svc.credentials'))).toBe(false)
    await shell.interrupt()
  })

  it('also contains the platform', async () => {
    expect(shell.run('svc-registry --version')).toMatch(/^\d/)
    expect(
      await shell.start(`svc-registry sandbox --port ${await freePort()}`, /sk_live_/),
    ).toContain('enterprise')
  })
})
