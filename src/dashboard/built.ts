import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file as it is sent: uncompressed, and compressed if it is large enough. */
export interface ServedFile {
  readonly type: string
  readonly content: Buffer
  readonly gzip: Buffer | undefined
  readonly etag: string
}
/** The built dashboard: its page and its files by path. `isPage` returns whether a path shows the page. */
export interface DashboardBuild {
  readonly page: ServedFile
  readonly files: ReadonlyMap<string, ServedFile>
  isPage(path: string): boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const MIN_COMPRESSED_BYTES = 1024

/** Returns whether a folder contains a built dashboard. */
export const isBuilt = (folder: string): boolean => existsSync(join(folder, 'routes.json'))

/**
 * Reads the built dashboard from a folder, or returns undefined if there is none.
 * @param root path of the registry on its host: empty, or without a trailing slash
 */
export function readBuild(folder: string, root: string): DashboardBuild | undefined {
  if (!isBuilt(folder)) return undefined
  const routes = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')) as readonly string[]
  const pages = new RegExp(
    `^(?:${routes.map((path) => path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')).join('|')})/?$`,
  )
  const files = readdirSync(join(folder, 'assets')).map(
    (name) =>
      [`/assets/${name}`, fileOf(name, readFileSync(join(folder, 'assets', name)))] as const,
  )
  // The build writes addresses relative to the page, which is served at paths of different depths.
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('="./', `="${root}/`)
  return {
    page: fileOf('index.html', Buffer.from(page)),
    files: new Map(files),
    isPage: (path) => pages.test(path),
  }
}

function fileOf(name: string, content: Buffer): ServedFile {
  const gzip = content.length < MIN_COMPRESSED_BYTES ? undefined : gzipSync(content)
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    content,
    gzip,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  }
}
