import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import type {
  BatchLimits,
  Endpoint,
  ExportOptions,
  DestinationKind,
} from '../../domain/audit/exports.ts'
import type { DeliveryResult } from '../../domain/audit/export-job.ts'
import type { Timestamp } from '../../domain/time.ts'
import { alerts } from './alerts.ts'
import { collector } from './collector.ts'
import { logs } from './logs.ts'

/** The context that all requests of one export share. */
export interface ExportContext {
  readonly export_id: string
  readonly endpoint: Endpoint
  readonly options: ExportOptions
  /** Host name of the platform, which destinations see as the source. */
  readonly origin: string
  readonly now: Timestamp
}

/** One request to a destination. It contains the credential, so it is never logged. */
export interface ExportRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the destination documents that it accepts compressed bodies. */
  readonly compressible: boolean
}

export interface DestinationResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Translates between records and one kind of destination, without side effects: records to requests, responses to results. */
export interface DestinationFormat {
  readonly limits: BatchLimits
  /** How many requests are sent before a pause; undefined if the destination does not state a rate. */
  readonly pace?: { readonly requests: number; readonly pause_ms: number }
  /** Formats one record within the size limit of the destination. */
  item(record: ShownAuditRecord, context: ExportContext): string
  request(items: readonly string[], context: ExportContext): ExportRequest
  /** Returns the result of a request with this many items according to its response. Dates in the response are compared with `now`. */
  interpret(response: DestinationResponse, items: number, now: Timestamp): DeliveryResult
  /** Queries whether an accepted batch has been acknowledged; undefined if the destination has no such query. */
  readonly acknowledgement?: {
    request(ack_id: number, context: ExportContext): ExportRequest
    interpret(response: DestinationResponse, ack_id: number, now: Timestamp): DeliveryResult
  }
}

export const DESTINATION_FORMATS: { readonly [Kind in DestinationKind]: DestinationFormat } = {
  logs,
  collector,
  alerts,
}
