import { link, shownAuditRecord } from '../../domain/audit/record.ts'
import {
  exportError,
  type ExportError,
  endpointOf,
  type ConfiguredEndpoints,
  type DestinationKind,
} from '../../domain/audit/exports.ts'
import type { Timestamp } from '../../domain/time.ts'
import { DESTINATION_FORMATS } from './destination-format.ts'
import { resultForFailure } from './delivery-result.ts'
import type { ExportSender } from './sender.ts'

export type DestinationTest =
  | { readonly kind: 'accepted' }
  /** The address or the credential is missing. */
  | { readonly kind: 'not_configured' }
  | { readonly kind: 'refused'; readonly error: ExportError }

/** The services that a test of a destination uses. */
export interface DestinationTestContext {
  readonly sender: ExportSender
  readonly configured: ConfiguredEndpoints
  /** Host name of the platform. */
  readonly origin: string
  readonly now: Timestamp
  /** A new UUID, which identifies the test event and its export. */
  readonly id: string
}

/**
 * Sends one test event to a destination with the operator's configuration, as `check-config --send-test` does. Alerts have the severity
 * `info`. Never rejects, and reveals nothing of the credential.
 */
export async function testDestination(
  kind: DestinationKind,
  { sender, configured, origin, now, id }: DestinationTestContext,
): Promise<DestinationTest> {
  const endpoint = endpointOf({ url: null, credential: null }, configured[kind])
  if (!endpoint) return { kind: 'not_configured' }
  const format = DESTINATION_FORMATS[kind]
  const context = {
    export_id: id,
    endpoint,
    origin,
    now,
    options: { tags: ['test:true'], severity: 'info' },
  }
  const response = await sender.send(
    format.request([format.item(testEvent(now, id), context)], context),
    true,
  )
  const result =
    response.kind === 'responded' ? format.interpret(response, 1, now) : resultForFailure(response)
  switch (result.kind) {
    case 'retry':
    case 'fail':
      return { kind: 'refused', error: exportError(result.code, result.detail) }
    case 'reject':
      return { kind: 'refused', error: exportError('EVENTS_REJECTED', result.reason) }
    case 'split':
      return { kind: 'refused', error: exportError('DESTINATION_REFUSED_EVENTS', 'HTTP 413') }
    case 'abandoned':
      return { kind: 'refused', error: exportError('DESTINATION_RESET') }
    default:
      return { kind: 'accepted' }
  }
}

/** Returns a record of a chain that does not exist. */
const testEvent = (now: Timestamp, id: string) =>
  shownAuditRecord(
    link(
      undefined,
      {
        organization_id: null,
        event_type: 'audit.exported',
        actor: { type: 'platform', id: null, ip: null },
        reason: 'This is a test of the configuration.',
      },
      id,
      now,
    ),
  )
