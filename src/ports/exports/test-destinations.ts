import { link, shownAuditRecord } from '../../domain/audit/record.ts'
import { exportFault, type ExportFault } from '../../domain/audit/export-faults.ts'
import {
  endpointOf,
  type ConfiguredEndpoints,
  type DestinationKind,
} from '../../domain/audit/exports.ts'
import type { Timestamp } from '../../domain/time.ts'
import { ADAPTERS } from './adapters.ts'
import { judgeAbsence } from './judge.ts'
import type { ExportSender } from './sender.ts'

export type DestinationTest =
  | { readonly kind: 'taken' }
  /** Neither address nor credential is complete. */
  | { readonly kind: 'not_configured' }
  | { readonly kind: 'refused'; readonly fault: ExportFault }

/** What a test needs of its surroundings. */
export interface TestSurroundings {
  readonly sender: ExportSender
  readonly configured: ConfiguredEndpoints
  /** Host name of the platform. */
  readonly origin: string
  readonly now: Timestamp
  /** A new UUID, which names the test event and its export. */
  readonly id: string
}

/**
 * Sends one test event to a destination with the operator's configuration, as `check-config --send` does. Alerts are opened and told
 * to be informational. Never rejects, and says nothing of the credential.
 */
export async function testDestination(
  kind: DestinationKind,
  { sender, configured, origin, now, id }: TestSurroundings,
): Promise<DestinationTest> {
  const endpoint = endpointOf({ url: null, credential: null }, configured[kind])
  if (!endpoint) return { kind: 'not_configured' }
  const adapter = ADAPTERS[kind]
  const shipment = {
    export_id: id,
    endpoint,
    origin,
    now,
    options: { tags: ['test:true'], severity: 'info' },
  }
  const posted = await sender.send(
    adapter.parcel([adapter.item(testEvent(now, id), shipment)], shipment),
    true,
  )
  const verdict = posted.kind === 'answered' ? adapter.judge(posted, 1, now) : judgeAbsence(posted)
  switch (verdict.kind) {
    case 'retry':
    case 'fail':
      return { kind: 'refused', fault: exportFault(verdict.code, verdict.detail) }
    case 'reject':
      return { kind: 'refused', fault: exportFault('EVENTS_REJECTED', verdict.reason) }
    case 'split':
      return { kind: 'refused', fault: exportFault('DESTINATION_REFUSED_EVENTS', 'HTTP 413') }
    case 'abandoned':
      return { kind: 'refused', fault: exportFault('DESTINATION_RESET') }
    default:
      return { kind: 'taken' }
  }
}

/** A record like any other, of a chain that does not exist. */
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
