import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { createSite, type Resource, type Site, type SiteSettings } from './site.ts'

/** Allows only the site's own script, styles and images, no inline scripts, no HTML from strings, and no framing by other sites. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
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
  'Cache-Control': 'no-cache',
}
const MAX_QUERY_LENGTH = 100

export interface DocsSettings extends SiteSettings {
  /** Responds to a method that the pages do not allow. */
  readonly refuse: (res: Response, allow: string) => void
}

/** Returns the request handler to mount at `/docs`. It renders the pages for the first request. */
export function docs({ refuse, ...settings }: DocsSettings): RequestHandler {
  let rendered: Site | undefined
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
    const site = (rendered ??= createSite(settings))
    const path = req.path.replace(/^\//, '')
    if (path === 'search') return respond(req, res, 200, site.search(queryOf(req)))
    const resource = site.resource(path)
    if (resource) return respond(req, res, 200, resource)
    const withoutSlash = path.replace(/\/+$/, '')
    if (withoutSlash !== path && site.resource(withoutSlash))
      return res.redirect(
        308,
        withoutSlash === '' ? settings.root : `${settings.root}/${withoutSlash}`,
      )
    respond(req, res, 404, site.notFound(path))
  }
}

const queryOf = ({ query }: Request): string =>
  typeof query['q'] === 'string' ? query['q'].trim().slice(0, MAX_QUERY_LENGTH) : ''

/** Entity tags by resource, computed once. */
const etags = new WeakMap<Resource, string>()
function etagOf(resource: Resource): string {
  const etag =
    etags.get(resource) ??
    `"${createHash('sha256').update(resource.content).digest('base64url').slice(0, 22)}"`
  etags.set(resource, etag)
  return etag
}

function respond(req: Request, res: Response, status: number, resource: Resource): void {
  res.status(status).set(HEADERS).set('ETag', etagOf(resource))
  if (status === 200 && req.fresh) return void res.status(304).end()
  res.set({
    'Content-Type': resource.type,
    'Content-Length': String(Buffer.byteLength(resource.content)),
  })
  res.end(req.method === 'HEAD' ? undefined : resource.content)
}
