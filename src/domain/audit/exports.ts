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

/** The labels of the records at their destination; each kind uses its own members. */
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
/** The operator's configuration of one kind, or that of a request; either part can be missing. */
export interface ConfiguredEndpoint {
  readonly url?: string
  readonly credential?: string
}
export type ConfiguredEndpoints = { readonly [Kind in DestinationKind]: ConfiguredEndpoint }

/** The address and credential of a job; null means the operator's. */
export interface DestinationOverride {
  readonly url: string | null
  readonly credential: string | null
}
export type ResolvedDestination =
  | { readonly kind: 'override'; readonly override: DestinationOverride }
  | { readonly kind: 'missing'; readonly member: string; readonly because: string }

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
      because: `send \`${member}\` too: the operator's credential is not sent to an address from a request`,
    }
  }
  if (requested.credential === undefined && configured.credential === undefined) {
    return {
      kind: 'missing',
      member,
      because: `send \`${member}\`: the operator has configured none`,
    }
  }
  if (requested.url === undefined && configured.url === undefined) {
    return {
      kind: 'missing',
      member: 'intake_url',
      because: 'send `intake_url`: the operator has configured no address',
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
  const whole = { url: url ?? configured.url, credential: credential ?? configured.credential }
  return whole.url !== undefined && whole.credential !== undefined ? (whole as Endpoint) : undefined
}

/** Adds the path to an address that has none, such as `https://splunk.example.com:8088`. A text that is not an address is returned unchanged. */
export function withPath(address: string, path: string): string {
  const url = URL.parse(address)
  if (url?.pathname !== '/') return address
  url.pathname = path
  return url.href
}

/** Replaces the metadata of a record that is too large to be exported, because all other members are small. */
export const withoutMetadata = (record: ShownAuditRecord): ShownAuditRecord => ({
  ...record,
  metadata: { truncated: true, metadata_bytes: Buffer.byteLength(JSON.stringify(record.metadata)) },
})
