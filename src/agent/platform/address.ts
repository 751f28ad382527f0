const API_PATH = '/api/v1'

/** Returns the address of a platform's API without a slash at the end, and with the default path if it has none; undefined if it is invalid. */
export function platformAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.pathname === '/' ? url.origin + API_PATH : text.replace(/\/+$/, '')
}

/**
 * Returns the issuer of a platform at this address unless the configuration names another: the address without `/api/v1`. It follows from
 * the configuration only, never from a platform's answers (docs/specification/trust.md#issuer).
 */
export function issuerOf(platform_url: string): string {
  const bare = platform_url.replace(/\/+$/, '')
  return bare.endsWith(API_PATH) ? bare.slice(0, -API_PATH.length) : bare
}
