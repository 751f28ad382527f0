import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import type { BatchLimits } from '../../domain/audit/export-batch.ts'
import type { Verdict } from '../../domain/audit/export-job.ts'
import type { Endpoint, ExportOptions } from '../../domain/audit/exports.ts'
import type { Timestamp } from '../../domain/time.ts'

/** What the requests of one export have in common. */
export interface Shipment {
  readonly export_id: string
  readonly endpoint: Endpoint
  readonly options: ExportOptions
  /** Host name of the platform: where the records come from. */
  readonly origin: string
  readonly now: Timestamp
}

/** One request to a destination. The credential is in it, so it is never logged. */
export interface Parcel {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The destination documents compressed bodies. */
  readonly compressible: boolean
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** How one kind of destination is spoken to. Pure: records in, requests out; answers in, verdicts out. */
export interface Adapter {
  readonly limits: BatchLimits
  /** So many requests, then so long a pause; undefined where the destination names no rate. */
  readonly pace?: { readonly requests: number; readonly pause_ms: number }
  /** One record as it travels, within what the destination takes of one. */
  item(record: ShownAuditRecord, shipment: Shipment): string
  parcel(items: readonly string[], shipment: Shipment): Parcel
  /** What the answer to a parcel of so many items means. `now` is for dates in it. */
  judge(answer: Answer, items: number, now: Timestamp): Verdict
  /** Asks whether a batch that was taken is acknowledged. */
  readonly acknowledgement?: {
    parcel(ack_id: number, shipment: Shipment): Parcel
    judge(answer: Answer, ack_id: number, now: Timestamp): Verdict
  }
}
