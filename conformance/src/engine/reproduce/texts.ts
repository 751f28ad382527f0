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

/** The identifiers and tokens that an answer names. */
export function textsOf(exchange: Exchange): readonly Text[] {
  const seen = new Set<string>()
  const walk = (value: unknown, member: string): readonly Text[] => {
    if (typeof value === 'string') {
      const first = !seen.has(member)
      seen.add(member)
      return member !== '' && IDENTIFIER.test(value) ? [{ member, value, first }] : []
    }
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, ''))
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, item]) => walk(item, name)) : []
  }
  return walk(bodyOf(exchange), '')
}
