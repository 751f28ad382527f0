import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Chapter } from './figure.ts'

const here = join(import.meta.dirname, '..')

export const bundle: Chapter = {
  title: 'Installation',
  async *measure() {
    const { status, stderr } = spawnSync(process.execPath, [join(here, 'build.mjs')], {
      encoding: 'utf8',
    })
    yield atMost('build errors', status === 0 ? 0 : 1, 0, '', [stderr])
    yield atMost(
      'size of the bundle',
      statSync(join(here, 'dist/svc-conformance.mjs')).size,
      400 * 1024,
      ' bytes',
    )
    const { dependencies = {} } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
      dependencies?: object
    }
    yield atMost('dependencies of the package', Object.keys(dependencies).length, 0)
  },
}
