import { bodyOf } from '../../judge/json.ts'
import type { Exchange } from '../types.ts'

/** A text of an answer, under the name of its member. */
export interface Text {
  readonly member: string
  readonly value: string
  /** It is the first member of this name in the body, where `grep` finds it. */
  readonly first: boolean
}

/** Looks like an identifier or a token: long enough to be one, and no time. */
const IDENTIFIER = /^(?!\d{4}-\d\d-\d\dT)[A-Za-z0-9._~:+/=-]{6,}$/

/** A member's name becomes a word of a shell script, so it is one that means nothing to a shell. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** An answer that gives an identifier or a token is smaller. */
const MOST_CHARACTERS = 50_000

/** The identifiers and tokens that an answer names. */
export function textsOf(exchange: Exchange): readonly Text[] {
  const seen = new Set<string>()
  const { outcome } = exchange
  if (outcome.kind === 'answer' && outcome.body.length > MOST_CHARACTERS) return []
  const walk = (value: unknown, member: string): readonly Text[] => {
    if (typeof value === 'string') {
      const first = !seen.has(member)
      seen.add(member)
      return NAME.test(member) && IDENTIFIER.test(value) ? [{ member, value, first }] : []
    }
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, ''))
    return typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => walk(item, name))
      : []
  }
  return walk(bodyOf(exchange), '')
}
