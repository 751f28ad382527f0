/** Why an export, or a try of it, did not succeed; one sentence each, to which a detail of ours can be added in brackets. */
const FAULTS = {
  CREDENTIAL_MISSING: 'The export lacks something that the destination needs',
  CREDENTIAL_UNREADABLE: 'The credential of the export cannot be read any more',
  EXPORT_QUEUE_FULL: 'Too many exports of this organization wait already',
  ADDRESS_BLOCKED: 'The address is not one that this service dials',
  DESTINATION_UNREACHABLE: 'Nobody could be reached at the address',
  DESTINATION_TLS_FAILED: 'No secure connection to the destination could be made',
  DESTINATION_TIMEOUT: 'The destination did not answer in time',
  DESTINATION_RESET: 'The destination closed the connection before its answer was complete',
  DESTINATION_BAD_HTTP: 'What came back is no answer that can be read',
  DESTINATION_REDIRECTED: 'The destination answered with a redirect, which is not followed',
  DESTINATION_NO_ENDPOINT: 'There is no intake at this address',
  DESTINATION_REFUSED_CREDENTIAL: 'The destination refused the credential',
  DESTINATION_REFUSED_EVENTS: 'The destination refused the events',
  DESTINATION_OVERLOADED: 'The destination asked for fewer requests',
  DESTINATION_FAILED: 'The destination failed',
  DESTINATION_NOT_ACKNOWLEDGED: 'The destination took the events and never acknowledged them',
  EVENTS_REJECTED: 'The destination rejected single events',
  RECORDS_GONE: 'Some records were removed before they could be sent',
} as const
export type ExportFaultCode = keyof typeof FAULTS
export const EXPORT_FAULT_CODES = Object.keys(FAULTS) as ExportFaultCode[]

export interface ExportFault {
  readonly code: ExportFaultCode
  readonly message: string
}

/** A fault as the job keeps it. The detail is ours, never text of a stranger, who could repeat a credential in it. */
export const exportFault = (code: ExportFaultCode, detail?: string): ExportFault => ({
  code,
  message: detail === undefined ? `${FAULTS[code]}.` : `${FAULTS[code]} (${detail}).`,
})
