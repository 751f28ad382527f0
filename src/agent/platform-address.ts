const API_PATH = '/api/v1'

/** The address of a platform's API, without a slash at the end; one without a path gets the API's. Undefined when it is none. */
export function platformAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.pathname === '/' ? url.origin + API_PATH : text.replace(/\/+$/, '')
}
