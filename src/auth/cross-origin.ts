import type { Incoming } from '../contract/typed.ts'

const READING = ['GET', 'HEAD']

/**
 * Whether a browser says that a page of another origin made it send this. `Sec-Fetch-Site` decides where it is; it is missing in old
 * browsers and over plain http, where `Origin` is compared with `Host`. What sends neither is no browser. The way of Go's
 * `http.CrossOriginProtection`, but stricter: reading is judged too, and `none`, a person's own doing, is good for reading only.
 */
export function isCrossOrigin({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  const [site, origin] = [headers['sec-fetch-site'], headers['origin']]
  if (site !== undefined)
    return site !== 'same-origin' && !(site === 'none' && READING.includes(method))
  return origin !== undefined && !isOf(origin, headers['host'])
}

/** Whether an origin is the one that a `Host` header names, default ports being left out of both. */
function isOf(origin: string, host = ''): boolean {
  const own = URL.parse(origin)
  return own !== null && own.host !== '' && own.host === URL.parse(`${own.protocol}//${host}`)?.host
}
