import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { referenceAgent } from '../agent/reference.ts'
import { serve } from '../support/handler.ts'
import { nodes } from '../support/nodes.ts'
import { newFolder } from '../../../test/kit/folder.ts'

const here = join(import.meta.dirname, '../..')
/** A copy outside of the repository, so that no node_modules folder is found. */
const file = join(newFolder('conformance'), 'svc-conformance.mjs')

describe('the bundle', () => {
  beforeAll(() => {
    const built = spawnSync(process.execPath, [join(here, 'build.mjs')], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    copyFileSync(join(here, 'dist/svc-conformance.mjs'), file)
  })

  it('is one file of at most 400 KiB', () =>
    expect(statSync(file).size).toBeLessThanOrEqual(400 * 1024))

  for (const { major, path: node } of nodes())
    it.skipIf(node === undefined)(`runs on Node ${major} without dependencies`, () => {
      if (node === undefined) return
      expect(spawnSync(node, [file, 'list'], { encoding: 'utf8' }).stdout).toContain('CARD-01')
      expect(
        spawnSync(node, [file, 'agent', 'http://127.0.0.1:1', '--quiet'], { encoding: 'utf8' }),
      ).toMatchObject({ status: 2, stdout: 'inconclusive\n', stderr: '' })
      expect(
        spawnSync(
          node,
          [
            '--input-type=module',
            '-e',
            `import { judge } from ${JSON.stringify(file)}; console.log((await judge({ target: () => new Response('{}') })).verdict)`,
          ],
          { encoding: 'utf8' },
        ),
      ).toMatchObject({ stdout: 'non-conformant\n', stderr: '' })
    })

  it('has types that do not need other packages', () => {
    const consumer = join(here, 'dist/consumer.ts')
    const program = `import { describeConformance, judge, reporters, type Report } from './types/index.js'
      const report: Report = await judge({ target: (request) => new Response(request.url), subject: 'agent', rules: ['CARD-*'], repeat: 2 })
      console.log(report.rules.map(({ id, state, flaky }) => [id, state, flaky]), reporters['junit']?.(report))
      // @ts-expect-error there is no such subject
      void judge({ target: 'http://localhost:3000', subject: 'robot' })
      declare const runner: Parameters<typeof describeConformance>[0]
      describeConformance(runner, { target: 'http://localhost:3000', profile: 'tasks' })\n`
    writeFileSync(consumer, program)
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      types: [],
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    }
    expect(
      ts
        .getPreEmitDiagnostics(ts.createProgram([consumer], options))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([])
    rmSync(consumer)
  })

  it('starts a target, waits until it responds, and stops it', async () => {
    const free = await serve(referenceAgent())
    const port = new URL(free.url).port
    free.close()
    const program = `require('http').createServer((q, s) => s.end(q.url === '/up' ? 'yes' : '{}')).listen(${port}, '127.0.0.1')`
    const node = JSON.stringify(process.execPath)
    const run = spawnSync(
      process.execPath,
      [
        file,
        'agent',
        `http://127.0.0.1:${port}`,
        '--launch',
        `${node} -e "${program}"`,
        '--ready',
        '/up',
        '--quiet',
      ],
      { encoding: 'utf8' },
    )
    expect([run.status, run.stdout, run.stderr]).toEqual([1, 'non-conformant\n', ''])
    expect(
      spawnSync(process.execPath, [file, 'agent', `http://127.0.0.1:${port}`, '--quiet'], {
        encoding: 'utf8',
      }).stdout,
    ).toBe('inconclusive\n')
    const ended = spawnSync(
      process.execPath,
      [file, 'agent', `http://127.0.0.1:${port}`, '--launch', 'exit 7'],
      { encoding: 'utf8' },
    )
    expect([ended.status, ended.stderr]).toEqual([
      3,
      expect.stringContaining('exited with code 7 before'),
    ])
  })
})
