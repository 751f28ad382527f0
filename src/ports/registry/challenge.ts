/** The credentials that a registry asks for when it answers 401 (RFC 9110, 11.6.1; Docker registry token authentication). */
export type Challenge =
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'bearer'
      readonly realm: string
      readonly service: string | undefined
      readonly scope: string | undefined
    }
  | { readonly kind: 'none' }

const MAX_LENGTH = 4096
const PARAMETER = /([a-zA-Z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g

/** Parses `WWW-Authenticate`. A bearer challenge takes precedence over a basic one, because it is the one designed for registries. */
export function readChallenge(header: string | undefined): Challenge {
  if (header === undefined || header.length > MAX_LENGTH) return { kind: 'none' }
  const bearer = /(?:^|,\s*)bearer\s+(.*)$/is.exec(header)?.[1]
  if (bearer !== undefined) {
    const values = Object.fromEntries(
      [...bearer.matchAll(PARAMETER)].map(([, name = '', quoted, plain]) => [
        name.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? plain,
      ]),
    )
    const { realm, service, scope } = values
    return realm === undefined ? { kind: 'none' } : { kind: 'bearer', realm, service, scope }
  }
  return /(?:^|,\s*)basic(\s|$)/i.test(header) ? { kind: 'basic' } : { kind: 'none' }
}
