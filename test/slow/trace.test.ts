import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

/** Counts the files of `src` that one request passes through. The script fails if the count exceeds the maximum for this kind. */
const countFiles = (kind: string) =>
  new Promise<number>((resolve, reject) => {
    execFile(process.execPath, ['scripts/trace.ts', kind], (_failed, stdout, stderr) => {
      const count = /^(\d+) files;/m.exec(stdout)?.[1]
      if (count === undefined) reject(new Error(stderr))
      else resolve(Number(count))
    })
  })

it.each([
  ['heartbeat', 30],
  ['routing', 40],
  ['task', 50],
])(
  'a request of the kind %s passes through no more than %i files (DESIGN.md)',
  async (kind, most) => {
    const files = await countFiles(kind)
    expect(files).toBeGreaterThan(20)
    expect(files).toBeLessThanOrEqual(most)
  },
)
