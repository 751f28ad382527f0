import { canonicalize } from '../crypto/hash.ts'
import { parseObject } from '../json.ts'
import type { Timestamp } from '../time.ts'

/** The types of log entries about a key of the platform. */
export type KeyEvent = 'key.created' | 'key.retired' | 'key.superseded' | 'key.compromised'

/** A key of the platform, as entries name it. */
export interface LoggedKey {
  readonly key_id: string
  readonly use: string
  /** Base64. */
  readonly public_key: string
}

/** Returns the text of an entry about a key. @param retired_at when the key stops signing, for entries that state it */
export const keyEntry = (
  record: { readonly type: KeyEvent; readonly at: Timestamp },
  key: LoggedKey,
  retired_at?: Timestamp,
): string =>
  canonicalize({
    v: 1,
    ...record,
    key: { ...key },
    ...(retired_at !== undefined && { retired_at }),
  })

/** When a key was retired, compromised or superseded, according to the entries of the log. */
export interface LoggedEnd {
  readonly retired_at: Timestamp | null
  readonly compromised_at: Timestamp | null
  /** When everything that it signed had been signed again. */
  readonly signed_again_at: Timestamp | null
}

/** The statement of one entry about a key. */
interface KeyStatement {
  readonly key_id: string
  /** Base64. */
  readonly public_key: string
  readonly end: LoggedEnd
}

/** Parses an entry about a key; returns undefined for any other entry. */
export function parseKeyEntry(entry: string): KeyStatement | undefined {
  // Most entries are about agents, and parsing takes longer than searching.
  if (!entry.includes('"type":"key.')) return undefined
  const { type, at, key, retired_at } = parseObject(entry) as {
    readonly type?: unknown
    readonly at?: Timestamp
    readonly key?: Partial<LoggedKey>
    readonly retired_at?: Timestamp
  }
  if (key?.key_id === undefined) return undefined
  const atOf = (event: KeyEvent) => (type === event ? (at ?? null) : null)
  return {
    key_id: key.key_id,
    public_key: key.public_key ?? '',
    end: {
      retired_at: retired_at ?? null,
      compromised_at: atOf('key.compromised'),
      signed_again_at: atOf('key.superseded'),
    },
  }
}

/** Merges two statements about when one key was retired, compromised or superseded. The earlier time of each kind counts. */
export const earlierEnd = (one: LoggedEnd, other: LoggedEnd): LoggedEnd => ({
  retired_at: earlier(one.retired_at, other.retired_at),
  compromised_at: earlier(one.compromised_at, other.compromised_at),
  signed_again_at: earlier(one.signed_again_at, other.signed_again_at),
})

const earlier = (a: Timestamp | null, b: Timestamp | null): Timestamp | null =>
  a === null || (b !== null && b < a) ? b : a
