import { canonicalize, sha256Hex } from '../crypto/hash.ts'
import type { Timestamp } from '../time.ts'
import type { LogGeneration, PreviousLog } from './generation.ts'
import type { HeadsEntry } from './heads.ts'
import type { LoggedKey } from './key-entries.ts'

/** The types of log entries about an agent. */
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
/** The type of a log entry that is written here. `key-entries.ts` writes those about keys. */
type LogEventType = AgentEvent | 'log.created' | 'audit.heads'

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

/** The members of every log entry that is written here. */
interface LogRecord {
  readonly type: LogEventType
  readonly at: Timestamp
}

/** Returns the text of an entry about a public agent: canonical JSON, which is also what is hashed. */
export const publicEntry = (record: LogRecord, agent: LoggedAgent): string =>
  formatEntry({ ...record, agent: { ...agent } })

/**
 * Returns the text of an entry about a private agent. It contains a hash that nobody can link to the agent without the salt, even by
 * guessing the id of the agent.
 * @param salt 32 random bytes
 */
export const privateEntry = (
  record: LogRecord,
  agent: Pick<LoggedAgent, 'svc_id' | 'public_key'>,
  salt: Uint8Array,
): string => formatEntry({ ...record, agent_hash: privateAgentHash(agent, salt) })

/**
 * Returns the hash by which an entry refers to a private agent and its key: SHA-256 over the salt and the canonical JSON of the id and the
 * key.
 */
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

/** Returns the text of an entry that commits to the heads of all audit chains. */
export const headsEntry = ({ at, count, root }: HeadsEntry): string =>
  formatEntry({ type: 'audit.heads', at, count, root })

const formatEntry = (entry: LogRecord & Readonly<Record<string, unknown>>): string =>
  canonicalize({ v: 1, ...entry })

/**
 * Returns the name of the log of a platform: its issuer without the scheme, followed by `/log` and, in a restored or copied store, by the
 * name of the generation (docs/specification/transparency.md#origin).
 */
export function originOf(issuer: string, generation?: Pick<LogGeneration, 'name'>): string {
  const origin = `${issuer.replace(/^https?:\/\//, '').replace(/\/$/, '')}/log`
  return generation ? `${origin}/${generation.name}` : origin
}
