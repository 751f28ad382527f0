const API_PATH = '/api/v1'

/** Returns the address of a platform's API without a trailing slash, with the default path if it has none; undefined if it is not an http or https URL. */
export function platformAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.pathname === '/' ? url.origin + API_PATH : text.replace(/\/+$/, '')
}

/**
 * Returns the default issuer of a platform: its address without `/api/v1`. The issuer is determined by the configuration only, never by a
 * platform's responses (docs/specification/trust.md#issuer).
 */
export function issuerOf(platform_url: string): string {
  const bare = platform_url.replace(/\/+$/, '')
  return bare.endsWith(API_PATH) ? bare.slice(0, -API_PATH.length) : bare
}
