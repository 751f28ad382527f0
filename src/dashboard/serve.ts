import type { Request, RequestHandler, Response } from 'express'
import { fileURLToPath } from 'node:url'
import { readBuild, type DashboardBuild, type ServedFile } from './built.ts'

/**
 * Allows only the dashboard's own files and requests: no inline scripts or styles, no HTML from strings, no framing by other sites, and no
 * form submissions.
 */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept-Encoding',
}
/** File names contain a digest of the content, so files never change; the page that names them is revalidated each time. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

export interface DashboardSettings {
  /** Folder of the built dashboard. If it contains none, nothing is served. */
  readonly folder?: string | undefined
  /** Path of the registry on its host: empty, or without a trailing slash. */
  readonly root: string
  /** Responds to a method that pages do not allow. */
  readonly refuse: (res: Response, allow: string) => void
}

/** Folder into which `npm run dashboard:build` writes the dashboard. */
export const BUILD_FOLDER = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

export interface Dashboard {
  /** Serves the pages and files of the dashboard. Requests for other paths are passed on. */
  readonly serve: RequestHandler
  /** Serves the dashboard's "not found" page with status 404 if a browser navigates to an unknown path; passes other requests on. */
  readonly notFound: RequestHandler
}

/** Returns the request handlers of the dashboard. */
export function dashboard({ folder = BUILD_FOLDER, root, refuse }: DashboardSettings): Dashboard {
  const built = readBuild(folder, root)
  return {
    serve(req, res, next) {
      const found = built && find(built, req.path)
      if (!found) return next()
      if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
      respond(req, res, 200, found)
    },
    notFound(req, res, next) {
      if (!built || !isNavigation(req)) return next()
      respond(req, res, 404, { file: built.page, caching: REVALIDATE })
    },
  }
}

/** Returns whether a browser is navigating to a page. Programs accept any type and do not name HTML. */
const isNavigation = ({ method, path, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !path.startsWith('/assets/') &&
  (headers.accept ?? '').includes('text/html')

interface Match {
  readonly file: ServedFile
  readonly caching: string
}

function find({ files, page, isPage }: DashboardBuild, path: string): Match | undefined {
  const file = files.get(path)
  if (file) return { file, caching: IMMUTABLE }
  return isPage(path) ? { file: page, caching: REVALIDATE } : undefined
}

function respond(
  req: Request,
  res: Response,
  status: number,
  { file: { type, content, gzip, etag }, caching }: Match,
): void {
  res.status(status).set(HEADERS).set({ 'Cache-Control': caching, ETag: etag })
  if (req.fresh) return void res.status(304).end()
  const gzipped = gzip && req.acceptsEncodings('gzip') === 'gzip' ? gzip : undefined
  res.set({
    'Content-Type': type,
    'Content-Length': String((gzipped ?? content).length),
    ...(gzipped && { 'Content-Encoding': 'gzip' }),
  })
  res.end(req.method === 'HEAD' ? undefined : (gzipped ?? content))
}
