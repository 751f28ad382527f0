import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { parseTilePath, type Tile } from '../domain/transparency/tiles.ts'

/** The data source of the HTTP endpoints of the log. */
export interface LogSource {
  /** Returns the signed checkpoint; undefined before the log has begun. */
  checkpoint(): Promise<string | undefined>
  /** Returns a tile or a bundle of entries; undefined for one that the tree does not have. */
  tile(tile: Tile): Promise<Buffer | undefined>
  /** Returns the verifier keys of the log, newest first. */
  keys(): Promise<readonly string[]>
}

export interface LogSettings {
  readonly log: LogSource
  /** Rejects a request from an address that exceeds its rate limit, and returns whether it did so. */
  readonly limit: (req: Request, res: Response) => boolean
  /** Responds to a method that is not allowed. */
  readonly refuse: (res: Response, allow: string) => void
}

const TEXT = 'text/plain; charset=utf-8'
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // The log is public, so scripts of any origin may read it, and browsers can verify it.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/**
 * A tile never changes within one log. It has to be revalidated, because a restored or renamed store begins another log at the same
 * addresses (docs/specification/transparency.md#generations). A checkpoint is replaced by the next one.
 */
const [REVALIDATED, BRIEFLY] = ['public, no-cache', 'public, max-age=2']

/**
 * Returns the request handler to mount at `/log`: the public log as in C2SP tlog-tiles, and its verifier key
 * (docs/specification/transparency.md#addresses).
 */
export function serveLog({ log, limit, refuse }: LogSettings): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
    const path = req.path.slice(1)
    const tile = parseTilePath(path)
    if (!tile && path !== 'checkpoint' && path !== 'key') return next()
    if (limit(req, res)) return
    const content = tile
      ? await log.tile(tile)
      : path === 'key'
        ? (await log.keys()).map((key) => `${key}\n`).join('')
        : await log.checkpoint()
    if (content === undefined) return next()
    res.set({
      ...HEADERS,
      'Content-Type': tile ? 'application/octet-stream' : TEXT,
      'Cache-Control': tile ? REVALIDATED : BRIEFLY,
      ETag: `"${createHash('sha256').update(content).digest('base64url')}"`,
    })
    if (req.fresh) res.status(304).end()
    else res.end(content)
  }
}
