import { hashToken } from '../domain/tokens.ts'

export const SESSION_PREFIX = 'sess_'
export const SESSION_LIFETIME_MS = 60 * 60_000
/** Beyond this the session that was opened longest ago ends early. */
const MOST_SESSIONS = 100_000
const SECRET_BYTES = 32
/** What a session opened without a list of scopes is good for (contract, openSession). */
export const ALL_SCOPES: readonly string[] = ['chat', 'tools']

/** Who opened a session, and for what. */
export interface Session {
  readonly client_id: string
  readonly scope: readonly string[]
  /** Milliseconds since 1970. */
  readonly expires_at_ms: number
}

export interface Sessions {
  /** Opens a session. The token is 256 random bits and leaves here once; its hash stays, with the scopes that are known. */
  open(client: Pick<Session, 'client_id' | 'scope'>): Session & { readonly token: string }
  /** The live session of a token; undefined for every other text. */
  find(token: string): Session | undefined
}

/**
 * Creates a store of sessions in memory. A restart ends all sessions, and clients then open new ones
 * (docs/specification/agent-protocol.md#sessions).
 */
export function createSessions(
  now_ms: () => number,
  random: (bytes: number) => Uint8Array,
  most = MOST_SESSIONS,
): Sessions {
  const sessions = new Map<string, Session>()
  return {
    open({ client_id, scope }) {
      const token = SESSION_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64url')
      // Anybody opens sessions, and a hundred thousand of them with sixteen long words each would be most of what the agent holds.
      const session = {
        client_id,
        scope: ALL_SCOPES.filter((known) => scope.includes(known)),
        expires_at_ms: now_ms() + SESSION_LIFETIME_MS,
      }
      forgetExpired(sessions, now_ms())
      if (sessions.size >= most) sessions.delete(sessions.keys().next().value!)
      sessions.set(hashToken(token), session)
      return { ...session, token }
    },
    find(token) {
      const session = sessions.get(hashToken(token))
      return session && session.expires_at_ms > now_ms() ? session : undefined
    },
  }
}

/** All live equally long, so the oldest stand first. */
function forgetExpired(sessions: Map<string, Session>, now: number): void {
  for (const [hash, { expires_at_ms }] of sessions) {
    if (expires_at_ms > now) return
    sessions.delete(hash)
  }
}
