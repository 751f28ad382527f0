import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'

/** The versions of Node that the bundle supports. */
const MAJORS = [20, 22, 24] as const

export interface FoundNode {
  readonly major: number
  /** The path; undefined if it is neither installed nor available from npm. */
  readonly path: string | undefined
}

const majorOf = (path: string): number =>
  Number(/^v(\d+)\./.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1])
const INSTALLED = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((path) =>
  existsSync(path),
)

/**
 * Returns the path of an installed Node of this major version, or of one that npm installs into a temporary folder; undefined if there is
 * neither.
 */
export function findNode(major: number): string | undefined {
  const installed = INSTALLED.find((path) => majorOf(path) === major)
  if (installed !== undefined) return installed
  const folder = newFolder(`node-${major}`)
  writeFileSync(join(folder, 'package.json'), '{}')
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`],
    { cwd: folder, stdio: 'ignore', timeout: 120_000, shell: process.platform === 'win32' },
  )
  const path = join(folder, 'node_modules/node/bin/node')
  return status === 0 && majorOf(path) === major ? path : undefined
}

/** Returns all supported versions with their paths. In CI all of them have to be available. */
export function nodes(): readonly FoundNode[] {
  const found = MAJORS.map((major) => ({ major, path: findNode(major) }))
  const missing = found.filter(({ path }) => path === undefined).map(({ major }) => `Node ${major}`)
  if (process.env['CI'] && missing.length > 0)
    throw new Error(
      `These versions are neither installed nor available from npm: ${missing.join(', ')}.`,
    )
  return found
}
