import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { referenceAgent } from '../../../conformance/test/agent/reference.ts'
import { serve } from '../../../conformance/test/support/handler.ts'
import { checkout } from '../shell.ts'
import { expectPublishable, install, type Installed } from './installed.ts'

const tools = join(process.cwd(), 'node_modules')

describe('the package svc-conformance', () => {
  let suite: Installed

  beforeAll(() => {
    // The suite is built in a separate checkout, because other tests build it at the same time.
    const tree = checkout()
    execFileSync(process.execPath, ['conformance/build.mjs'], { cwd: tree, stdio: 'inherit' })
    suite = install(join(tree, 'conformance'), 'npm init -y\nnpm install svc-conformance')
  })

  it('contains the suite and its rules, and neither tests nor sources', () => {
    for (const needed of [
      'README.md',
      'LICENSE',
      'dist/svc-conformance.mjs',
      'dist/types/index.d.ts',
      'docs/README.md',
      'report.schema.json',
      'rules.json',
    ])
      expect(suite.files).toContain(needed)
    expectPublishable(suite)
    expect(suite.files.filter((path) => /^(src|proof|test)\//.test(path))).toEqual([])
  })

  it('installs no other package', () => {
    expect(suite.manifest.dependencies ?? {}).toEqual({})
    expect(Object.keys(suite.packages)).toEqual(['node_modules/svc-conformance'])
  })

  it('judges an agent and prints a report', async () => {
    const agent = await serve(referenceAgent())
    const { stdout } = await promisify(execFile)(
      'npx',
      ['svc-conformance', 'agent', agent.url, '--report', 'json=report.json'],
      { cwd: suite.home },
    )
    agent.close()
    expect(stdout).toMatch(/conformant/i)
    expect(JSON.parse(readFileSync(join(suite.home, 'report.json'), 'utf8'))).toMatchObject({
      verdict: 'conformant',
    })
  })

  it('has a command that prints the version of the package', () => {
    const { version } = JSON.parse(suite.read('package.json')) as { version: string }
    expect(suite.shell.run('svc-conformance --version')).toContain(version)
  })

  it('has types that resolve by the name of the package', () => {
    symlinkSync(join(tools, '@types'), join(suite.home, 'types'))
    writeFileSync(
      join(suite.home, 'judge.mts'),
      "import { judge, type Report } from 'svc-conformance'\nexport const report: Report = await judge({ target: 'http://localhost:3000' })\n// @ts-expect-error: there is no such subject\nvoid judge({ target: 'http://localhost:3000', subject: 'robot' })\n",
    )
    suite.shell.run(
      `node '${join(tools, 'typescript/bin/tsc')}' --noEmit --strict --module nodenext --target es2024 --typeRoots types --types node judge.mts 1>&2`,
    )
  })
})
