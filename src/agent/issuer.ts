const API_PATH = '/api/v1'

/**
 * The issuer that a platform at this address has unless the configuration names another: the address without `/api/v1`. It is derived
 * from the configuration alone, never from what a platform answers (docs/specification/trust.md#issuer).
 */
export function issuerOf(platform_url: string): string {
  const bare = platform_url.replace(/\/+$/, '')
  return bare.endsWith(API_PATH) ? bare.slice(0, -API_PATH.length) : bare
}
