import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parseHeadsLines } from '../../../src/domain/transparency/heads-file.ts'
import type { PublishedHead } from '../../../src/domain/transparency/heads.ts'
import { appendHeads } from '../../../src/ports/witness-file.ts'
import { newFolder, removeFolder } from '../../kit/folder.ts'

const WITNESS_FILE = join(import.meta.dirname, '../../../src/ports/witness-file.ts')

const headOf = (n: number, sequence: number): PublishedHead => ({
  chain: `org_${n}`,
  sequence,
  hash: `${sequence}`.repeat(64),
})
async function* pagesOf(...pages: readonly (readonly PublishedHead[])[]) {
  yield* pages
}
const linesOf = (path: string) => parseHeadsLines(readFileSync(path, 'utf8'))

it('each line of the file has the heads that changed since the previous line, and the chains that are gone', async () => {
  const path = join(newFolder(), 'heads.jsonl')
  const append = (proof: string, ...pages: readonly (readonly PublishedHead[])[]) =>
    appendHeads(path, { entry: `entry of ${proof}`, proof }, pagesOf(...pages))
  await append('one', [headOf(1, 1), headOf(2, 1)], [], [headOf(3, 1)])
  await append('two', [headOf(1, 1)], [headOf(2, 2)], [headOf(4, 1)])
  await append('two', [headOf(1, 9)])
  await append('three', [headOf(1, 1), headOf(2, 2), headOf(4, 1)])
  expect(linesOf(path)).toEqual({
    damaged: [],
    lines: [
      {
        entry: 'entry of one',
        proof: 'one',
        heads: [headOf(1, 1), headOf(2, 1), headOf(3, 1)],
        gone: [],
      },
      {
        entry: 'entry of two',
        proof: 'two',
        heads: [headOf(2, 2), headOf(4, 1)],
        gone: ['org_3'],
      },
      { entry: 'entry of three', proof: 'three', heads: [], gone: [] },
    ],
  })
})

it('the file gets no partial line if the heads cannot be read completely', async () => {
  const path = join(newFolder(), 'heads.jsonl')
  async function* broken() {
    yield [headOf(1, 1)]
    throw new Error('replaced')
  }
  await expect(appendHeads(path, { entry: 'e', proof: 'p' }, broken())).rejects.toThrow('replaced')
  expect(existsSync(path)).toBe(false)
})

it('an append yields to the event loop between the lines of the file', async () => {
  const path = join(newFolder(), 'heads.jsonl')
  for (let n = 1; n <= 20; n += 1)
    await appendHeads(path, { entry: 'e', proof: `${n}` }, pagesOf([headOf(1, n)]))
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await appendHeads(path, { entry: 'e', proof: 'last' }, pagesOf([headOf(1, 99)]))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(20)
})

/**
 * Appends a long line in a process with a limit on the size of files, which stops it in the middle of the line, as a full disk does.
 * @param other what another process appends before that, once the size of the file has been read
 */
function appendInPart(path: string, other = '') {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { appendHeads } from ${JSON.stringify(WITNESS_FILE)}
    const heads = Array.from({ length: 500 }, (_, n) => ({ chain: 'org_' + n, sequence: 2, hash: '2'.repeat(64) }))
    async function* pages() {
      appendFileSync(${JSON.stringify(path)}, ${JSON.stringify(other)})
      yield heads
    }
    console.log(await appendHeads(${JSON.stringify(path)}, { entry: 'e', proof: 'two' }, pages()).catch((cause) => cause.code))`
  const limited = 'ulimit -f 16 && exec "$0" --input-type=module -e "$1"'
  const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, program], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('EFBIG\n')
}

it('a line that another process appended stays if an append fails afterwards', async () => {
  const path = join(newFolder(), 'heads.jsonl')
  await appendHeads(path, { entry: 'e', proof: 'one' }, pagesOf([headOf(1, 1)]))
  // Both processes may hand over the same publication, so their lines may begin with the same text.
  appendInPart(path, '{"entry":"e","proof":"two","heads":[],"gone":[]}\n')
  expect(linesOf(path)).toMatchObject({ damaged: [3], lines: [{ proof: 'one' }, { proof: 'two' }] })
  await appendHeads(path, { entry: 'e', proof: 'three' }, pagesOf([headOf(1, 2)]))
  expect(linesOf(path).lines.map(({ proof }) => proof)).toEqual(['one', 'two', 'three'])
})

/** Creates a file that the next append rotates. */
function fileToRotate(): string {
  const path = join(newFolder(), 'heads.jsonl')
  const line = '{"entry":"e","proof":"one","heads":[],"gone":[]}'
  writeFileSync(path, `${line}${' '.repeat(16 * 1024 * 1024)}\n`)
  return path
}
const filesNextTo = (path: string) => readdirSync(dirname(path)).toSorted()

it('a file that is too large is renamed, and the new one begins with all heads', async () => {
  const path = fileToRotate()
  const before = readFileSync(path, 'utf8')
  await appendHeads(path, { entry: 'e', proof: 'two' }, pagesOf([headOf(1, 1)], [headOf(2, 1)]))
  const [current, earlier, ...others] = filesNextTo(path)
  expect([current, others]).toEqual(['heads.jsonl', []])
  expect(earlier).toMatch(/^heads\.jsonl\.\d+$/)
  expect(readFileSync(join(dirname(path), earlier!), 'utf8') === before).toBe(true)
  expect(linesOf(path)).toMatchObject({
    damaged: [],
    lines: [{ proof: 'two', heads: [headOf(1, 1), headOf(2, 1)] }],
  })
  removeFolder(dirname(path))
})

it('a file is not renamed if the heads for the new one cannot be read completely', async () => {
  const path = fileToRotate()
  async function* broken() {
    yield [headOf(1, 1)]
    throw new Error('replaced')
  }
  await expect(appendHeads(path, { entry: 'e', proof: 'p' }, broken())).rejects.toThrow('replaced')
  expect(filesNextTo(path)).toEqual(['heads.jsonl'])
  expect(linesOf(path).lines).toMatchObject([{ proof: 'one' }])
  removeFolder(dirname(path))
})

it('a file is not renamed if the disk is too full for a new one', () => {
  const path = fileToRotate()
  appendInPart(path)
  expect(filesNextTo(path)).toEqual(['heads.jsonl'])
  expect(linesOf(path).lines).toMatchObject([{ proof: 'one' }])
  removeFolder(dirname(path))
})

it('the file keeps no part of a line that a full disk cut off', async () => {
  const path = join(newFolder(), 'heads.jsonl')
  await appendHeads(path, { entry: 'e', proof: 'one' }, pagesOf([headOf(1, 1)]))
  const before = readFileSync(path, 'utf8')
  appendInPart(path)
  expect(readFileSync(path, 'utf8')).toBe(before)
  await appendHeads(path, { entry: 'e', proof: 'two' }, pagesOf([headOf(1, 2)]))
  expect(linesOf(path)).toMatchObject({ damaged: [], lines: [{ proof: 'one' }, { proof: 'two' }] })
})
