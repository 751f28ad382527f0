import type { Incoming } from '../contract/typed.ts'

const READ_METHODS = ['GET', 'HEAD']

/**
 * Returns whether a browser sent this request for a page of another origin. `Sec-Fetch-Site` decides if it is present; old browsers and
 * plain http lack it, and then `Origin` is compared with `Host`. A request with neither is accepted: it is assumed to come from the same
 * origin or not from a browser. This follows Go's `http.CrossOriginProtection`, but is stricter: reads are checked too, and `none`, which
 * means an action of the user, is accepted for reads only.
 */
export function isCrossOrigin({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  const [site, origin] = [headers['sec-fetch-site'], headers['origin']]
  if (site !== undefined)
    return site !== 'same-origin' && !(site === 'none' && READ_METHODS.includes(method))
  return origin !== undefined && !matchesHost(origin, headers['host'])
}

/** Returns whether an origin matches a `Host` header; default ports are omitted from both. */
function matchesHost(origin: string, host = ''): boolean {
  const url = URL.parse(origin)
  return url !== null && url.host !== '' && url.host === URL.parse(`${url.protocol}//${host}`)?.host
}
