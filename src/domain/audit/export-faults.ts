/** Maps each reason for which an export or one attempt fails to a sentence, to which a detail can be added in brackets. */
const FAULTS = {
  CREDENTIAL_MISSING: 'The export lacks a setting that the destination requires',
  CREDENTIAL_UNREADABLE: 'The credential of the export can no longer be decrypted',
  EXPORT_QUEUE_FULL: 'Too many exports of this organization are already waiting',
  ADDRESS_BLOCKED: 'The platform does not connect to this address',
  DESTINATION_UNREACHABLE: 'The address could not be reached',
  DESTINATION_TLS_FAILED: 'No secure connection to the destination could be established',
  DESTINATION_TIMEOUT: 'The destination did not answer in time',
  DESTINATION_RESET: 'The destination closed the connection before its answer was complete',
  DESTINATION_BAD_HTTP: 'The response of the destination is not valid',
  DESTINATION_REDIRECTED: 'The destination answered with a redirect, which is not followed',
  DESTINATION_NO_ENDPOINT: 'There is no intake endpoint at this address',
  DESTINATION_REFUSED_CREDENTIAL: 'The destination refused the credential',
  DESTINATION_REFUSED_EVENTS: 'The destination refused the events',
  DESTINATION_OVERLOADED: 'The destination asked for fewer requests',
  DESTINATION_FAILED: 'The destination responded with an error',
  DESTINATION_NOT_ACKNOWLEDGED: 'The destination accepted the events but never acknowledged them',
  EVENTS_REJECTED: 'The destination rejected some events',
  RECORDS_GONE: 'Some records were removed before they could be sent',
} as const
export type ExportFaultCode = keyof typeof FAULTS
export const EXPORT_FAULT_CODES = Object.keys(FAULTS) as ExportFaultCode[]

export interface ExportFault {
  readonly code: ExportFaultCode
  readonly message: string
}

/** Returns a fault in its stored form. The detail is written by the platform, because text of the destination could repeat a credential. */
export const exportFault = (code: ExportFaultCode, detail?: string): ExportFault => ({
  code,
  message: detail === undefined ? `${FAULTS[code]}.` : `${FAULTS[code]} (${detail}).`,
})
