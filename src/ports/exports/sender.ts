import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ConfiguredEndpoints } from '../../domain/audit/exports.ts'
import { createGuard, type OutgoingRules } from '../outgoing/guard.ts'
import { createPoster, type Posted } from '../outgoing/post.ts'
import type { Resolve } from '../outgoing/resolve.ts'
import type { Parcel } from './adapter.ts'

/** The way of parcels to their destinations. */
export interface ExportSender {
  /** Sends once, and never rejects. `own`: the address is the operator's, not one from a request. */
  send(parcel: Parcel, own: boolean): Promise<Posted>
  /** Abandons what is under way and lets go of all connections. */
  close(): void
}

/** How long one request may take; whoever holds a job holds it for longer. */
export const SEND_TIMEOUT_MS = 30_000
const ANSWER_BYTES = 64 * 1024
const WORTH_COMPRESSING = 1024
const USUAL_HEADERS = { Accept: 'application/json', 'User-Agent': 'svc-registry' }

const compress = promisify(gzip)

/**
 * Sends over HTTP, through the guard. The hosts that the operator configured may be anywhere, but only for the operator's own
 * addresses: a request that names one of these hosts is judged like any other.
 */
export function httpExportSender(
  rules: OutgoingRules,
  configured: ConfiguredEndpoints,
  { timeout_ms = SEND_TIMEOUT_MS, resolve }: { timeout_ms?: number; resolve?: Resolve } = {},
): ExportSender {
  const hosts = Object.values(configured).flatMap(({ url }) =>
    url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, '')],
  )
  const foreign = createPoster(createGuard(rules, resolve), ANSWER_BYTES)
  const trusted = createPoster(createGuard({ http: true, allow: hosts }, resolve), ANSWER_BYTES)
  return {
    async send({ url, headers, body, compressible }, own) {
      const packed = compressible && Buffer.byteLength(body) >= WORTH_COMPRESSING
      const encoding = packed ? { 'Content-Encoding': 'gzip' } : {}
      return (own ? trusted : foreign).post({
        url,
        headers: { ...USUAL_HEADERS, ...headers, ...encoding },
        body: packed ? await compress(body) : body,
        timeout_ms,
      })
    },
    close() {
      foreign.close()
      trusted.close()
    },
  }
}
