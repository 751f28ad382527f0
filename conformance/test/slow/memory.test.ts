import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { samples } from '../../../test/kit/samples.ts'
import * as agents from '../hostile/agents.ts'
import { newFolder } from '../../../test/kit/folder.ts'

const folder = newFolder('conformance')
const MIB = 1024 * 1024
const MEMORY = 128
/** The memory of Node and of the suite's code, in MiB, including garbage. */
const NODE = 160
/** Prints the peak memory of the process. `maxRSS` would include the memory of the parent process. */
const AT_END = `process.on('exit', () => process.stderr.write('peak ' + /VmHWM:\\s+(\\d+)/.exec(process.getBuiltinModule('node:fs').readFileSync('/proc/self/status', 'utf8'))[1]))`

/** Runs the suite as a process whose heap is smaller than the decompressed gzip bomb. */
async function suite(url: string): Promise<{ readonly code: number | null; readonly err: string }> {
  const reports = ['json', 'html', 'har', 'junit']
    .map((kind) => `${kind}=${join(folder, kind)}`)
    .join(',')
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MEMORY}`,
      '--import',
      `data:text/javascript,${encodeURIComponent(AT_END)}`,
      join(import.meta.dirname, '../../src/main.ts'),
      'agent',
      url,
      '--max-memory',
      String(MEMORY),
      '--quiet',
      '--trace',
      'all',
      '--report',
      reports,
      '--run-timeout',
      '60000',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, err }
}

const HOSTILE = [
  ['a brotli bomb', () => agents.bomb('br')],
  ['an endless body', agents.endlessBody],
  ['the largest allowed response to every request', agents.largeResponses],
  ['a gzip bomb of 400 MiB', () => agents.bomb('gzip')],
  ['endless chunks of one byte', agents.tinyChunks],
  ['two million empty objects', agents.manyObjects],
  ['a million nested arrays', agents.deepJson],
  ['a card that requires endless inputs', agents.greedyCard],
  ['endless headers', agents.endlessHeaders],
] as const

describe('the suite as a process with a small heap', () => {
  it.each(HOSTILE.slice(0, samples(3, HOSTILE.length)))(
    'handles %s within --max-memory and writes its reports',
    async (_, make) => {
      const target = await make()
      const { code, err } = await suite(target.url).finally(target.stop)
      expect([1, 2]).toContain(code)
      const peak = Number(/peak (\d+)/.exec(err)?.[1]) / 1024
      expect(peak).toBeLessThan(MEMORY + NODE)
      for (const kind of ['json', 'html', 'har', 'junit'])
        expect(statSync(join(folder, kind)).size).toBeLessThan(64 * MIB)
    },
    120_000,
  )
})
