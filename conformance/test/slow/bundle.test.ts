import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { referenceAgent } from '../agent/reference.ts'
import { serve } from '../support/handler.ts'

const here = join(import.meta.dirname, '../..')
/** Far from node_modules, as after an installation without dependencies. */
const file = join(mkdtempSync(join(tmpdir(), 'svc-conformance-')), 'svc-conformance.mjs')
const answers = (command: string): boolean => spawnSync(command, ['--version']).status === 0
/** This Node, and the one that the machine has besides, if any. */
const NODES = [process.execPath, ...['/usr/bin/node', '/usr/local/bin/node'].filter(answers)]

describe('the bundle', () => {
  beforeAll(() => {
    const built = spawnSync(process.execPath, [join(here, 'build.mjs')], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    copyFileSync(join(here, 'dist/svc-conformance.mjs'), file)
  })

  it('is one file of at most 300 kB', () => expect(statSync(file).size).toBeLessThanOrEqual(300 * 1024))

  it.each(NODES)('runs on %s with nothing installed', async (node) => {
    expect(spawnSync(node, [file, 'list'], { encoding: 'utf8' }).stdout).toContain('CARD-01')
    expect(spawnSync(node, [file, 'agent', 'http://127.0.0.1:1', '--quiet'], { encoding: 'utf8' })).toMatchObject({ status: 2, stdout: 'inconclusive\n', stderr: '' })
    expect(spawnSync(node, ['--input-type=module', '-e', `import { judge } from ${JSON.stringify(file)}; console.log((await judge({ target: () => new Response('{}') })).verdict)`], { encoding: 'utf8' })).toMatchObject({ stdout: 'non-conformant\n', stderr: '' })
  })

  it('starts a target, waits until it answers, and ends it', async () => {
    const free = await serve(referenceAgent())
    const port = new URL(free.url).port
    free.close()
    const program = `require('http').createServer((q, s) => s.end(q.url === '/up' ? 'yes' : '{}')).listen(${port}, '127.0.0.1')`
    const node = JSON.stringify(process.execPath)
    const run = spawnSync(process.execPath, [file, 'agent', `http://127.0.0.1:${port}`, '--launch', `${node} -e "${program}"`, '--ready', '/up', '--quiet'], { encoding: 'utf8' })
    expect([run.status, run.stdout, run.stderr]).toEqual([1, 'non-conformant\n', ''])
    expect(spawnSync(process.execPath, [file, 'agent', `http://127.0.0.1:${port}`, '--quiet'], { encoding: 'utf8' }).stdout).toBe('inconclusive\n')
    const ended = spawnSync(process.execPath, [file, 'agent', `http://127.0.0.1:${port}`, '--launch', 'exit 7'], { encoding: 'utf8' })
    expect([ended.status, ended.stderr]).toEqual([3, expect.stringContaining('ended with 7 before')])
  })
})
