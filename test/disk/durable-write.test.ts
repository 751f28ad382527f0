import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeDurably } from '../../src/disk/durable-write.ts'
import { newFolder } from '../kit/folder.ts'

let dir: string
beforeEach(() => {
  dir = newFolder('durable', 'disk')
})

describe('a durable write', () => {
  it('leaves one file, which only this user can read', async () => {
    const path = join(dir, 'file')
    writeFileSync(path, 'old', { mode: 0o644 })
    await writeDurably(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['file'])
  })

  it('follows a link, such as one into a volume that outlives a container', async () => {
    mkdirSync(join(dir, 'volume'))
    writeFileSync(join(dir, 'volume', 'file'), 'old')
    symlinkSync(join(dir, 'volume', 'file'), join(dir, 'link'))
    await writeDurably(join(dir, 'link'), 'new')
    expect(lstatSync(join(dir, 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(dir, 'volume', 'file'), 'utf8')).toBe('new')
  })

  it('leaves the old content when it fails', async () => {
    const path = join(dir, 'file')
    writeFileSync(path, 'old')
    symlinkSync('/dev/full', join(dir, `.file.${process.pid}.tmp`))
    await expect(writeDurably(path, 'new')).rejects.toThrow('ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})
