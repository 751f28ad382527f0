import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { createSite, type Resource, type Site, type SiteSettings } from './site.ts'

/** Nothing but our own style and pictures is loaded, no script at all; no other site may frame the pages. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-cache',
}
const LONGEST_QUERY = 100

export interface DocsSettings extends SiteSettings {
  /** Answers a method that the pages do not know. */
  readonly refuse: (res: Response, allow: string) => void
}

/** The pages, to mount at `/docs`. They are made when somebody first looks at one. */
export function docs({ refuse, ...settings }: DocsSettings): RequestHandler {
  let made: Site | undefined
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
    const site = (made ??= createSite(settings))
    const path = req.path.replace(/^\//, '')
    if (path === 'search') return show(req, res, 200, site.search(queryOf(req)))
    const resource = site.resource(path)
    if (resource) return show(req, res, 200, resource)
    const nearby = path.replace(/\/+$/, '')
    if (nearby !== path && site.resource(nearby))
      return res.redirect(308, nearby === '' ? settings.root : `${settings.root}/${nearby}`)
    show(req, res, 404, site.missing(path))
  }
}

const queryOf = ({ query }: Request): string =>
  typeof query['q'] === 'string' ? query['q'].trim().slice(0, LONGEST_QUERY) : ''

/** A state of something that is shown, named once. */
const etags = new WeakMap<Resource, string>()
function etagOf(resource: Resource): string {
  const etag =
    etags.get(resource) ??
    `"${createHash('sha256').update(resource.content).digest('base64url').slice(0, 22)}"`
  etags.set(resource, etag)
  return etag
}

function show(req: Request, res: Response, status: number, resource: Resource): void {
  res.status(status).set(HEADERS).set('ETag', etagOf(resource))
  if (status === 200 && req.fresh) return void res.status(304).end()
  res.set({
    'Content-Type': resource.type,
    'Content-Length': String(Buffer.byteLength(resource.content)),
  })
  res.end(req.method === 'HEAD' ? undefined : resource.content)
}
