const RESET_CODES: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED']
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/

/** Classifies a connection error by its Node error code, and by whether the connection was established. */
export function faultOf(
  { code = '' }: NodeJS.ErrnoException,
  connected: boolean,
): 'bad_http' | 'tls' | 'reset' | 'unreachable' {
  if (code.startsWith('HPE_')) return 'bad_http'
  if (TLS.test(code)) return 'tls'
  return connected || RESET_CODES.includes(code) ? 'reset' : 'unreachable'
}
