const CUT: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED']
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/

/** What the code of a Node error says about a connection; what it does not tell depends on how far the connection had come. */
export function faultOf(
  { code = '' }: NodeJS.ErrnoException,
  connected: boolean,
): 'bad_http' | 'tls' | 'reset' | 'unreachable' {
  if (code.startsWith('HPE_')) return 'bad_http'
  if (TLS.test(code)) return 'tls'
  return connected || CUT.includes(code) ? 'reset' : 'unreachable'
}
