import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/folder.ts'

const root = join(import.meta.dirname, '../../..')

describe('npm run -s', () => {
  it('writes setup messages to stderr when it has to install packages', () => {
    const folder = newFolder('setup')
    mkdirSync(join(folder, 'scripts'))
    mkdirSync(join(folder, 'node_modules'))
    copyFileSync(join(root, 'scripts/setup.mjs'), join(folder, 'scripts/setup.mjs'))
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const about = { name: 'tried', version: '1.0.0' }
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({
        ...about,
        scripts: { preconformance: scripts['preconformance'], conformance: 'node -p 42' },
      }),
    )
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...about, lockfileVersion: 3, requires: true, packages: { '': about } }),
    )
    const { stdout, stderr, status } = spawnSync('npm', ['run', '-s', 'conformance'], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    expect([stdout, status]).toEqual(['42\n', 0])
    expect(stderr).toContain('Installing the exact versions')
  })
})
