import { HOUR_MS } from '../../domain/time.ts'
import { hashToken } from '../../domain/tokens.ts'

const SESSION_PREFIX = 'sess_'
const SESSION_LIFETIME_MS = HOUR_MS
/** Beyond this number of sessions, the oldest one ends early. */
const MAX_SESSIONS = 100_000
const SECRET_BYTES = 32
/** All scopes, which a session has if it was opened without a list of scopes (docs/specification/agent-protocol.md#session-scopes). */
export const ALL_SCOPES: readonly string[] = ['chat', 'tools']

/** A session of a client. */
export interface Session {
  readonly client_id: string
  readonly scope: readonly string[]
  /** Milliseconds since 1970. */
  readonly expires_at_ms: number
}

export interface Sessions {
  /** Opens a session with the requested scopes; unknown scopes are ignored. Its token has 256 random bits, and only its hash is stored. */
  open(client: Pick<Session, 'client_id' | 'scope'>): Session & { readonly token: string }
  /** Returns the session of a token, or undefined if it is unknown or has expired. */
  find(token: string): Session | undefined
}

/**
 * Creates a store of sessions in memory. A restart ends all sessions, and clients then open new ones
 * (docs/specification/agent-protocol.md#sessions).
 */
export function createSessions(
  now_ms: () => number,
  random: (bytes: number) => Uint8Array,
  max = MAX_SESSIONS,
): Sessions {
  const sessions = new Map<string, Session>()
  return {
    open({ client_id, scope }) {
      const token = SESSION_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64url')
      // Unknown scopes are dropped: anyone can open sessions, and 100,000 sessions with 16 long scopes each would fill the memory.
      const session = {
        client_id,
        scope: ALL_SCOPES.filter((supported) => scope.includes(supported)),
        expires_at_ms: now_ms() + SESSION_LIFETIME_MS,
      }
      forgetExpired(sessions, now_ms())
      if (sessions.size >= max) sessions.delete(sessions.keys().next().value!)
      sessions.set(hashToken(token), session)
      return { ...session, token }
    },
    find(token) {
      const session = sessions.get(hashToken(token))
      return session && session.expires_at_ms > now_ms() ? session : undefined
    },
  }
}

/** Deletes expired sessions. All sessions have the same lifetime, so they are ordered by their expiry. */
function forgetExpired(sessions: Map<string, Session>, now: number): void {
  for (const [hash, { expires_at_ms }] of sessions) {
    if (expires_at_ms > now) return
    sessions.delete(hash)
  }
}
