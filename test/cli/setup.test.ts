import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../kit/folder.ts'

it('setup installs into this tree, and does not empty another one through a link', () => {
  const [tree, other, bin] = [newFolder(), newFolder(), newFolder()]
  writeFileSync(join(tree, 'package-lock.json'), '{}')
  writeFileSync(join(other, 'precious'), '')
  symlinkSync(other, join(tree, 'node_modules'))
  mkdirSync(join(bin, 'bin'))
  // Stands in for `npm ci`.
  writeFileSync(
    join(bin, 'bin', 'npm'),
    '#!/bin/sh\nrm -rf node_modules/*\nmkdir -p node_modules\n',
    { mode: 0o755 },
  )
  execFileSync(process.execPath, [resolve('scripts/setup.mjs')], {
    cwd: tree,
    env: { PATH: `${join(bin, 'bin')}:${process.env['PATH']}` },
  })
  expect(existsSync(join(other, 'precious'))).toBe(true)
  expect(lstatSync(join(tree, 'node_modules')).isDirectory()).toBe(true)
})
