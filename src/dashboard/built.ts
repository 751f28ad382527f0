import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One file as it travels: plain, and compressed where that is worth it. */
export interface ServedFile {
  readonly type: string
  readonly content: Buffer
  readonly gzip: Buffer | undefined
  readonly etag: string
}
/** The client as it was built: its page, its files by the path below the registry's address, and which paths are its pages. */
export interface ClientBuild {
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
const WORTH_COMPRESSING = 1024

/** Whether the client was built into a folder. */
export const isBuilt = (folder: string): boolean => existsSync(join(folder, 'routes.json'))

/**
 * Reads what the dashboard's build has left in a folder; nothing when there is none.
 * @param root where the registry lives on its host: empty, or a path without a slash at the end
 */
export function readBuild(folder: string, root: string): ClientBuild | undefined {
  if (!isBuilt(folder)) return undefined
  const paths = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')) as readonly string[]
  const pages = new RegExp(
    `^(?:${paths.map((path) => path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')).join('|')})/?$`,
  )
  const files = readdirSync(join(folder, 'assets')).map(
    (name) =>
      [`/assets/${name}`, fileOf(name, readFileSync(join(folder, 'assets', name)))] as const,
  )
  // The build writes addresses relative to the page, and the page is shown at many depths.
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('="./', `="${root}/`)
  return {
    page: fileOf('index.html', Buffer.from(page)),
    files: new Map(files),
    isPage: (path) => pages.test(path),
  }
}

function fileOf(name: string, content: Buffer): ServedFile {
  const gzip = content.length < WORTH_COMPRESSING ? undefined : gzipSync(content)
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    content,
    gzip,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  }
}
