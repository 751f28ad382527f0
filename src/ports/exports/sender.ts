import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ConfiguredEndpoints } from '../../domain/audit/exports.ts'
import { allowingHostsOf, createGuard, type OutgoingRules } from '../outgoing/guard.ts'
import { createPoster, type PostResult } from '../outgoing/post.ts'
import type { Resolve } from '../outgoing/resolve.ts'
import type { ExportRequest } from './destination-format.ts'

/** Sends export requests to their destinations. */
export interface ExportSender {
  /** Sends once, and never rejects. `operatorOwned`: whether the operator configured the destination; otherwise a request named it. */
  send(request: ExportRequest, operatorOwned: boolean): Promise<PostResult>
  /** Abandons the running requests and closes all connections. */
  close(): void
}

/** Milliseconds that one request may take; the claim of a job lasts longer. */
export const SEND_TIMEOUT_MS = 30_000
const RESPONSE_BYTES = 64 * 1024
const MIN_COMPRESSED_BYTES = 1024
const DEFAULT_HEADERS = { Accept: 'application/json', 'User-Agent': 'svc-registry' }

const compress = promisify(gzip)

/**
 * Creates a sender over HTTP, through the guard. The configured hosts may have private addresses, but only for the operator's own
 * destinations: a request from an organization that names one of these hosts is checked like any other.
 */
export function httpExportSender(
  rules: OutgoingRules,
  configured: ConfiguredEndpoints,
  { timeout_ms = SEND_TIMEOUT_MS, resolve }: { timeout_ms?: number; resolve?: Resolve } = {},
): ExportSender {
  const urls = Object.values(configured).flatMap(({ url }) => url ?? [])
  const trustedRules = allowingHostsOf({ http: true, allow: [] }, urls)
  const guarded = createPoster(createGuard(rules, resolve), RESPONSE_BYTES)
  const trusted = createPoster(createGuard(trustedRules, resolve), RESPONSE_BYTES)
  return {
    async send({ url, headers, body, compressible }, operatorOwned) {
      const isCompressed = compressible && Buffer.byteLength(body) >= MIN_COMPRESSED_BYTES
      const encoding = isCompressed ? { 'Content-Encoding': 'gzip' } : {}
      return (operatorOwned ? trusted : guarded).post({
        url,
        headers: { ...DEFAULT_HEADERS, ...headers, ...encoding },
        body: isCompressed ? await compress(body) : body,
        timeout_ms,
      })
    },
    close() {
      guarded.close()
      trusted.close()
    },
  }
}
