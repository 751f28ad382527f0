import type { Incoming, TableEntry } from '../contract/typed.ts'
import type { ProblemCode } from '../problems.ts'

const INVALID: Readonly<Record<string, ProblemCode>> = {
  ApiKey: 'INVALID_API_KEY', ApiKeyBearer: 'INVALID_API_KEY', RuntimeToken: 'INVALID_RUNTIME_TOKEN', AdminSession: 'INVALID_SESSION',
}

/**
 * Says what is wrong with the credentials of a request that no scheme accepted: missing, or there and not good. The remedy depends
 * on what was sent; the challenge lists every scheme the operation takes (RFC 9110, section 11.6.1).
 */
export function unauthenticated({ security }: TableEntry, { headers }: Incoming): { code: ProblemCode; facts: { headers: Record<string, string> } } {
  const schemes = security.flat()
  return { code: codeFor(schemes, headers), facts: { headers: { 'WWW-Authenticate': schemes.map(challenge).join(', ') } } }
}

function codeFor(schemes: readonly string[], headers: Incoming['headers']): ProblemCode {
  if (schemes.includes('ApiKey') && headers['x-api-key'] !== undefined) return 'INVALID_API_KEY'
  const bearers = schemes.filter((scheme) => scheme !== 'ApiKey')
  if (bearers.length > 0 && headers['authorization'] !== undefined) return bearers.length === 1 ? INVALID[bearers[0]!]! : 'INVALID_BEARER_TOKEN'
  return schemes.includes('ApiKey') ? 'MISSING_API_KEY' : 'MISSING_BEARER_TOKEN'
}

const challenge = (scheme: string): string => (scheme === 'ApiKey' ? 'ApiKey realm="registry", header="X-API-Key"' : `Bearer realm="registry", scheme="${scheme}"`)
