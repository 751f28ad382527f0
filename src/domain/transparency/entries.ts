import { canonicalize, sha256Hex } from '../crypto/hash.ts'
import type { Timestamp } from '../time.ts'
import type { LogGeneration, PreviousLog } from './generation.ts'
import type { HeadsEntry } from './heads.ts'

/** What the log says about the registration of an agent. */
export type AgentEvent =
  | 'agent.registered'
  | 'agent.proved'
  | 'agent.published'
  | 'agent.displaced'
  | 'agent.suspended'
  | 'agent.reinstated'
  | 'agent.deprecated'
  | 'dispute.upheld'
  | 'dispute.rejected'
/** What the log says about a key of the platform. */
export type KeyEvent = 'key.created' | 'key.retired' | 'key.superseded' | 'key.compromised'
/** What an entry states. */
type LogEventType = AgentEvent | KeyEvent | 'log.created' | 'audit.heads'

/** A key of the platform, as entries name it. */
export interface LoggedKey {
  readonly key_id: string
  readonly use: string
  /** Base64. */
  readonly public_key: string
}

/** The facts about a public registration that an entry states. */
export interface LoggedAgent {
  readonly svc_id: string
  readonly name: string
  readonly version: string
  readonly public_key: string
  readonly manifest_hash: string
  /** Whether the agent's key signed the registration. */
  readonly proved: boolean
}

/** An entry of the log, before it has a place in it. */
interface LogRecord {
  readonly type: LogEventType
  readonly at: Timestamp
}

/** Returns the text of an entry about a public agent: canonical JSON, which is also what is hashed. */
export const publicEntry = (record: LogRecord, agent: LoggedAgent): string =>
  formatEntry({ ...record, agent: { ...agent } })

/**
 * Returns the text of an entry about a private agent. It shows a hash that nobody can connect with the agent without the salt, not even
 * somebody who guesses its id.
 * @param salt 32 random bytes
 */
export const privateEntry = (
  record: LogRecord,
  agent: Pick<LoggedAgent, 'svc_id' | 'public_key'>,
  salt: Uint8Array,
): string => formatEntry({ ...record, agent_hash: privateAgentHash(agent, salt) })

/** Returns the hash by which an entry refers to a private agent and its key: SHA-256 over the salt and the canonical JSON of both. */
export const privateAgentHash = (
  { svc_id, public_key }: Pick<LoggedAgent, 'svc_id' | 'public_key'>,
  salt: Uint8Array,
): string =>
  sha256Hex(Buffer.concat([salt, Buffer.from(canonicalize({ svc_id, public_key }), 'utf8')]))

/** Returns the text of the first entry of a log, which names it, the keys of the platform, and the log before it if there was one. */
export const firstEntry = (
  at: Timestamp,
  origin: string,
  keys: readonly LoggedKey[],
  previous: PreviousLog | null,
): string => formatEntry({ type: 'log.created', at, origin, keys, ...(previous && { previous }) })

/** Returns the log that the first entry of a log names as the one before it; undefined for any other entry. */
export function parsePrevious(entry: string): PreviousLog | undefined {
  if (!entry.includes('"type":"log.created"')) return undefined
  const { type, previous } = JSON.parse(entry) as LogRecord & { readonly previous?: PreviousLog }
  return type === 'log.created' ? previous : undefined
}

/** Returns the text of an entry about a key. @param retired_at when it stops signing, in entries about that */
export const keyEntry = (record: LogRecord, key: LoggedKey, retired_at?: Timestamp): string =>
  formatEntry({ ...record, key, ...(retired_at !== undefined && { retired_at }) })

/** The end of a key that an entry states. */
export interface LoggedEnd {
  readonly retired_at: Timestamp | null
  readonly compromised_at: Timestamp | null
  /** When everything that it signed had been signed again. */
  readonly signed_again_at: Timestamp | null
}

/** Returns the end of a key that the entries about it state together: the earliest one counts. */
export function loggedEnd(entries: readonly string[]): LoggedEnd {
  const read = entries.map(
    (entry) => JSON.parse(entry) as LogRecord & { readonly retired_at?: Timestamp },
  )
  const earliest = (dates: readonly (Timestamp | undefined)[]): Timestamp | null =>
    dates.filter((date) => date !== undefined).toSorted()[0] ?? null
  const firstOf = (event: KeyEvent) =>
    earliest(read.flatMap(({ type, at }) => (type === event ? [at] : [])))
  return {
    retired_at: earliest(read.map(({ retired_at }) => retired_at)),
    compromised_at: firstOf('key.compromised'),
    signed_again_at: firstOf('key.superseded'),
  }
}

/** Returns the key and the time of an entry that states the end of a key; undefined for any other entry. */
export function parseKeyEnd(
  entry: string,
): { readonly public_key: string; readonly at: Timestamp } | undefined {
  if (!entry.includes('"type":"key.')) return undefined
  const { type, at, key, retired_at } = JSON.parse(entry) as LogRecord & {
    readonly key: LoggedKey
    readonly retired_at?: Timestamp
  }
  if (type === 'key.compromised') return { public_key: key.public_key, at }
  return retired_at === undefined ? undefined : { public_key: key.public_key, at: retired_at }
}

/** Returns the id of the key that an entry is about; undefined for any other entry. */
export function parseKeyId(entry: string): string | undefined {
  if (!entry.includes('"type":"key.')) return undefined
  try {
    const { key } = JSON.parse(entry) as { readonly key?: Partial<LoggedKey> }
    return key?.key_id
  } catch {
    return undefined
  }
}

/** Returns the text of an entry that commits to the heads of all audit chains. */
export const headsEntry = ({ at, count, root }: HeadsEntry): string =>
  formatEntry({ type: 'audit.heads', at, count, root })

const formatEntry = (entry: LogRecord & Readonly<Record<string, unknown>>): string =>
  canonicalize({ v: 1, ...entry })

/**
 * Returns the name of the log of a platform: its issuer without the scheme, and `/log` (docs/specification/transparency.md#origin), in a
 * restored store followed by its generation.
 */
export function originOf(issuer: string, generation?: Pick<LogGeneration, 'name'>): string {
  const origin = `${issuer.replace(/^https?:\/\//, '').replace(/\/$/, '')}/log`
  return generation ? `${origin}/${generation.name}` : origin
}
