import type { Request, RequestHandler, Response } from 'express'
import { fileURLToPath } from 'node:url'
import { readBuild, type ClientBuild, type ServedFile } from './built.ts'

/** Nothing is loaded from elsewhere, nothing inline runs, no text becomes markup, no other site frames the pages or is sent a form. */
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
/** The name of a file holds a digest of its content; the page names the files, so it is asked for each time. */
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

export interface DashboardSettings {
  /** Where the build has put the client; without one nothing is served. */
  readonly folder?: string | undefined
  /** Where the registry lives on its host: empty, or a path without a slash at the end. */
  readonly root: string
  /** Answers a method that pages do not know. */
  readonly refuse: (res: Response, allow: string) => void
}

/** Where `npm run dashboard:build` puts the client. */
export const BUILD_FOLDER = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

/** The client at the registry's address. Paths that are none of its pages and files are left to others. */
export function dashboard({
  folder = BUILD_FOLDER,
  root,
  refuse,
}: DashboardSettings): RequestHandler {
  const built = readBuild(folder, root)
  return (req, res, next) => {
    const found = built && find(built, req.path)
    if (!found) return next()
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
    show(req, res, found)
  }
}

interface Found {
  readonly file: ServedFile
  readonly caching: string
}

function find({ files, page, isPage }: ClientBuild, path: string): Found | undefined {
  const file = files.get(path)
  if (file) return { file, caching: FOREVER }
  return isPage(path) ? { file: page, caching: ASK_FIRST } : undefined
}

function show(
  req: Request,
  res: Response,
  { file: { type, content, gzip, etag }, caching }: Found,
): void {
  res.status(200).set(HEADERS).set({ 'Cache-Control': caching, ETag: etag })
  if (req.fresh) return void res.status(304).end()
  const packed = gzip && req.acceptsEncodings('gzip') === 'gzip' ? gzip : undefined
  res.set({
    'Content-Type': type,
    'Content-Length': String((packed ?? content).length),
    ...(packed && { 'Content-Encoding': 'gzip' }),
  })
  res.end(req.method === 'HEAD' ? undefined : (packed ?? content))
}
