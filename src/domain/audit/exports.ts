import type { ShownAuditRecord } from './record.ts'

/** Lists the kinds of system to which audit records are exported (docs/specification/audit.md#export-batches). */
export const DESTINATIONS = ['logs', 'collector', 'alerts'] as const
export type DestinationKind = (typeof DESTINATIONS)[number]

/** The member of a request that carries the credential of a destination. */
const CREDENTIAL_MEMBERS: { readonly [Kind in DestinationKind]: string } = {
  logs: 'api_key',
  collector: 'hec_token',
  alerts: 'routing_key',
}

/** How the records are labelled at their destination; each kind of destination uses different members. */
export interface ExportOptions {
  readonly tags?: readonly string[]
  readonly service?: string
  readonly source?: string
  readonly sourcetype?: string
  readonly host?: string
  readonly index?: string
  readonly event_action?: string
  readonly severity?: string
  readonly component?: string
  readonly group?: string
  readonly class?: string
  readonly dedup_key_prefix?: string
}

/** The address of a destination and the credential for it. */
export interface Endpoint {
  readonly url: string
  readonly credential: string
}
/** The endpoint that the operator configured for one kind, or the one from a request. Either part can be missing. */
export interface ConfiguredEndpoint {
  readonly url?: string
  readonly credential?: string
}
export type ConfiguredEndpoints = { readonly [Kind in DestinationKind]: ConfiguredEndpoint }

/** Returns the destinations for which the operator has configured both an address and a credential. */
export const configuredDestinations = (
  configured: ConfiguredEndpoints,
): readonly DestinationKind[] =>
  DESTINATIONS.filter(
    (kind) => configured[kind].url !== undefined && configured[kind].credential !== undefined,
  )

/** The address and credential of a job. Null means that the operator's value is used. */
export interface DestinationOverride {
  readonly url: string | null
  readonly credential: string | null
}
export type ResolvedDestination =
  | { readonly kind: 'override'; readonly override: DestinationOverride }
  | { readonly kind: 'missing'; readonly member: string; readonly reason: string }

/**
 * Decides where an export goes. The operator's credential is never sent to an address from a request, while a caller's own credential may
 * be sent to the operator's address (docs/specification/audit.md#export-destination).
 */
export function resolveDestination(
  kind: DestinationKind,
  requested: ConfiguredEndpoint,
  configured: ConfiguredEndpoint,
): ResolvedDestination {
  const member = CREDENTIAL_MEMBERS[kind]
  if (requested.url !== undefined && requested.credential === undefined) {
    return {
      kind: 'missing',
      member,
      reason: `send \`${member}\` too: the operator's credential is not sent to an address from a request`,
    }
  }
  if (requested.credential === undefined && configured.credential === undefined) {
    return {
      kind: 'missing',
      member,
      reason: `send \`${member}\`: the operator has not configured one`,
    }
  }
  if (requested.url === undefined && configured.url === undefined) {
    return {
      kind: 'missing',
      member: 'intake_url',
      reason: 'send `intake_url`: the operator has not configured an address',
    }
  }
  return {
    kind: 'override',
    override: { url: requested.url ?? null, credential: requested.credential ?? null },
  }
}

/** Returns the endpoint of a job; undefined if the operator has removed a setting that it depends on. */
export function endpointOf(
  { url, credential }: DestinationOverride,
  configured: ConfiguredEndpoint,
): Endpoint | undefined {
  const endpoint = { url: url ?? configured.url, credential: credential ?? configured.credential }
  return endpoint.url !== undefined && endpoint.credential !== undefined
    ? (endpoint as Endpoint)
    : undefined
}

/** Adds the path to a URL without one, such as `https://splunk.example.com:8088`. A string that is not a URL is returned unchanged. */
export function withPath(address: string, path: string): string {
  const url = URL.parse(address)
  if (url?.pathname !== '/') return address
  url.pathname = path
  return url.href
}

/**
 * Serializes a record with `write`. If the result has more than `max_bytes` bytes, the metadata is replaced with a note of its size,
 * because only the metadata can be large.
 */
export function writeFitting(
  record: ShownAuditRecord,
  max_bytes: number,
  write: (record: ShownAuditRecord, truncated: boolean) => string,
): string {
  const text = write(record, false)
  if (Buffer.byteLength(text) <= max_bytes) return text
  const metadata_bytes = Buffer.byteLength(JSON.stringify(record.metadata))
  return write({ ...record, metadata: { truncated: true, metadata_bytes } }, true)
}

const MAX_TAG_LENGTH = 200

/**
 * Normalizes a tag as log platforms do: lower case, starting with a letter, then letters, digits and `_-:./`, at most 200 characters, and
 * no colon at the end. Returns undefined if the result does not have the form `key:value`.
 */
export function normalizedTag(tag: string): string | undefined {
  const replaced = tag.toLowerCase().replace(/[^\p{L}\p{N}_\-:./]/gu, '_')
  const prefixed = /^\p{L}/u.test(replaced) ? replaced : `t_${replaced}`
  const truncated = [...prefixed].slice(0, MAX_TAG_LENGTH).join('').replace(/:+$/, '')
  return truncated.includes(':') ? truncated : undefined
}

/** Returns the distinct normalized tags. */
export const normalizedTags = (tags: readonly string[]): readonly string[] => [
  ...new Set(tags.map(normalizedTag).filter((tag) => tag !== undefined)),
]

/** Limits one request to a destination. */
export interface BatchLimits {
  readonly count: number
  /** Bytes of the body in UTF-8, before compression. */
  readonly bytes: number
  /** Bytes between two items. */
  readonly separator_bytes: number
  /** Bytes around all items together. */
  readonly envelope_bytes: number
}

/**
 * Returns how many items, starting with the first, fit into one request. It is at least one, because the destination decides what happens
 * to an oversized item.
 */
export function countFitting(
  items: readonly string[],
  { count, bytes, separator_bytes, envelope_bytes }: BatchLimits,
): number {
  let size = envelope_bytes - separator_bytes
  let fitting = 0
  for (const item of items.slice(0, count)) {
    size += separator_bytes + Buffer.byteLength(item)
    if (fitting > 0 && size > bytes) return fitting
    fitting += 1
  }
  return fitting
}

/** Maps each reason why an export or one attempt fails to a sentence; a detail can be appended in parentheses. */
const ERRORS = {
  CREDENTIAL_MISSING: 'The export lacks a setting that the destination requires',
  CREDENTIAL_UNREADABLE:
    'The credential of the export can no longer be decrypted, or the operator has removed a setting that the export needs',
  EXPORT_QUEUE_FULL: 'Too many exports of this organization are already waiting',
  ADDRESS_BLOCKED: 'The platform does not connect to this address',
  DESTINATION_UNREACHABLE: 'The address could not be reached',
  DESTINATION_TLS_FAILED: 'No secure connection to the destination could be established',
  DESTINATION_TIMEOUT: 'The destination did not respond in time',
  DESTINATION_RESET: 'The destination closed the connection before its response was complete',
  DESTINATION_BAD_HTTP: 'The response of the destination is not valid',
  DESTINATION_REDIRECTED: 'The destination responded with a redirect, which is not followed',
  DESTINATION_NO_ENDPOINT: 'There is no intake endpoint at this address',
  DESTINATION_REFUSED_CREDENTIAL: 'The destination refused the credential',
  DESTINATION_REFUSED_EVENTS: 'The destination refused the events',
  DESTINATION_OVERLOADED: 'The destination asked for fewer requests',
  DESTINATION_FAILED: 'The destination responded with an error',
  DESTINATION_NOT_ACKNOWLEDGED: 'The destination accepted the events but never acknowledged them',
  EVENTS_REJECTED: 'The destination rejected some events',
  RECORDS_GONE: 'Some records were removed before they could be sent',
} as const
export type ExportErrorCode = keyof typeof ERRORS
export const EXPORT_ERROR_CODES = Object.keys(ERRORS) as ExportErrorCode[]

export interface ExportError {
  readonly code: ExportErrorCode
  readonly message: string
}

/**
 * Returns an error in its stored form. The detail is written by the platform, because text from the destination could contain a credential.
 */
export const exportError = (code: ExportErrorCode, detail?: string): ExportError => ({
  code,
  message: detail === undefined ? `${ERRORS[code]}.` : `${ERRORS[code]} (${detail}).`,
})
