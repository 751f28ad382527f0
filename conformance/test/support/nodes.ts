import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../../../test/kit/folder.ts'

/** The versions of Node that the bundle is for. */
const MAJORS = [20, 22, 24] as const

export interface FoundNode {
  readonly major: number
  /** Where it is; undefined when it can be had neither here nor from the registry. */
  readonly path: string | undefined
}

const majorOf = (path: string): number =>
  Number(/^v(\d+)\./.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1])
const INSTALLED = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((path) =>
  existsSync(path),
)

/** Returns a Node of a major version: one of the machine's, else one that npm fetches into a folder of its own. */
export function findNode(major: number): string | undefined {
  const own = INSTALLED.find((path) => majorOf(path) === major)
  if (own !== undefined) return own
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

/** In CI none may be missing: what is skipped has not passed. */
export function nodes(): readonly FoundNode[] {
  const found = MAJORS.map((major) => ({ major, path: findNode(major) }))
  const missing = found.filter(({ path }) => path === undefined).map(({ major }) => `Node ${major}`)
  if (process.env['CI'] && missing.length > 0)
    throw new Error(`${missing.join(', ')} can be had neither here nor from npm`)
  return found
}
