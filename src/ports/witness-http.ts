import { verifyNote, type VerifierKey } from '../domain/transparency/note.ts'
import { formatAddCheckpoint } from '../domain/transparency/witness.ts'
import { allowingHostsOf, createGuard, type OutgoingRules } from './outgoing/guard.ts'
import { createPoster, type PostFault } from './outgoing/post.ts'

const TIMEOUT_MS = 15_000
const MAX_RESPONSE_BYTES = 16 * 1024

/** The result of sending a checkpoint to a witness. */
type CosignResult =
  | { readonly kind: 'cosigned'; readonly line: string }
  /** The latest tree that the witness cosigned has this size. Either the assumed size was wrong, or it was right and the root differs. */
  | { readonly kind: 'conflict'; readonly size: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** Asks HTTP witnesses (C2SP tlog-witness) for cosignatures. Never rejects. */
export interface CosignPort {
  cosign(request: {
    readonly url: string
    readonly key: VerifierKey
    readonly old: number
    readonly proof: readonly Buffer[]
    readonly note: string
  }): Promise<CosignResult>
  close(): void
}

/** Creates the port to these witnesses. The operator configured their hosts, so they may have private addresses and lack TLS. */
export function httpCosignPort(urls: readonly string[], rules: OutgoingRules): CosignPort {
  const poster = createPoster(
    createGuard(allowingHostsOf({ http: true, allow: rules.allow }, urls)),
    MAX_RESPONSE_BYTES,
  )
  return {
    async cosign({ url, key, old, proof, note }) {
      const result = await poster.post({
        url: `${url.replace(/\/$/, '')}/add-checkpoint`,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: formatAddCheckpoint({ old, proof, note }),
        timeout_ms: TIMEOUT_MS,
      })
      if (result.kind === 'refused') return { kind: 'failed', reason: result.reason }
      if (result.kind === 'failed') return { kind: 'failed', reason: FAULTS[result.fault] }
      const body = result.body.toString('utf8')
      if (result.status === 409) return conflictOf(body)
      if (result.status !== 200)
        return { kind: 'failed', reason: REASONS[result.status] ?? `status ${result.status}` }
      const line = cosignatureOf(note, body, key)
      return line === undefined
        ? { kind: 'failed', reason: 'the response is not a cosignature of the configured key' }
        : { kind: 'cosigned', line }
    },
    close: poster.close,
  }
}

const FAULTS: Readonly<Record<PostFault, string>> = {
  unreachable: 'the witness could not be reached',
  tls: 'no secure connection to the witness could be established',
  connect_timeout: 'the connection to the witness took too long',
  timeout: 'the witness did not respond in time',
  slow_body: 'the response of the witness did not arrive in time',
  reset: 'the witness closed the connection',
  bad_http: 'the response of the witness is not valid HTTP',
  too_large: 'the response of the witness is too large',
  abandoned: 'the platform stopped before the witness responded',
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'the witness does not know the key of this log',
  404: 'the witness does not watch this log',
  422: 'the witness says that the consistency proof is invalid: the log was truncated or forked',
}

function conflictOf(body: string): CosignResult {
  const [, size] = /^(\d{1,15})\n?$/.exec(body) ?? []
  return size === undefined
    ? { kind: 'failed', reason: 'the 409 response from the witness does not state a size' }
    : { kind: 'conflict', size: Number(size) }
}

/** Returns the line of the response that is a valid cosignature of the note by this key. */
function cosignatureOf(note: string, body: string, key: VerifierKey): string | undefined {
  const lines = body.split('\n').filter((line) => line !== '')
  return lines
    .map((line) => `${line}\n`)
    .find((line) =>
      verifyNote(note + line, [key])?.verified.some(({ time }) => time !== null && time > 0),
    )
}
