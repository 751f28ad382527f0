import { bodyOf } from '../../judge/json.ts'
import type { Exchange } from '../types.ts'

/** A string in a response that looks like an identifier or a token. */
export interface Identifier {
  readonly member: string
  readonly value: string
  /** Marks the first member with this name in the body, which is the one that `grep` finds. */
  readonly first: boolean
}

/** Matches strings that are long enough for identifiers, except timestamps. */
const IDENTIFIER = /^(?!\d{4}-\d\d-\d\dT)[A-Za-z0-9._~:+/=-]{6,}$/

/** Member names are written into shell scripts, so only those without special characters are used. */
const MEMBER_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** Larger responses are not searched. */
const MAX_CHARACTERS = 50_000

/** Returns the identifiers and tokens in a response. */
export function identifiersOf(exchange: Exchange): readonly Identifier[] {
  const visited = new Set<string>()
  const { outcome } = exchange
  if (outcome.kind === 'response' && outcome.body.length > MAX_CHARACTERS) return []
  const walk = (value: unknown, member: string): readonly Identifier[] => {
    if (typeof value === 'string') {
      const first = !visited.has(member)
      visited.add(member)
      return MEMBER_NAME.test(member) && IDENTIFIER.test(value) ? [{ member, value, first }] : []
    }
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, ''))
    return typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => walk(item, name))
      : []
  }
  return walk(bodyOf(exchange), '')
}
