import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { faultOf } from './faults.ts'
import {
  AddressRefused,
  allowingHostsOf,
  createGuard,
  type Destination,
  type OutgoingRules,
} from './guard.ts'

export type DialResult =
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly reason: string }

const TIMEOUT_MS = 10_000

/**
 * Connects to an address that the operator configured, verifies its certificate if it is https, and closes the connection without sending a
 * request. Its host may have a private address. Never rejects, and the reason contains no part of the path, which may be a secret.
 */
export async function dial(url: string, rules: OutgoingRules): Promise<DialResult> {
  const guard = createGuard(allowingHostsOf(rules, URL.canParse(url) ? [url] : []))
  const decision = guard.check(url)
  if (decision.kind === 'refused') return { kind: 'failed', reason: decision.reason }
  const { promise, resolve } = Promise.withResolvers<DialResult>()
  const socket = open(decision.destination, guard.lookup)
  const end = (result: DialResult) => {
    socket.destroy()
    resolve(result)
  }
  socket.setTimeout(TIMEOUT_MS, () =>
    end({ kind: 'failed', reason: `no connection within ${TIMEOUT_MS / 1000} seconds` }),
  )
  socket.once('error', (cause) => end({ kind: 'failed', reason: reasonOf(cause) }))
  socket.once(decision.destination.secure ? 'secureConnect' : 'connect', () =>
    end({ kind: 'connected' }),
  )
  return promise
}

function open({ secure, host, port }: Destination, lookup: LookupFunction): Socket {
  const options = { host, port, lookup }
  return secure
    ? connectSecurely({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connect(options)
}

/** The messages of the faults that can occur before a request is sent. */
const REASONS = {
  tls: 'its TLS certificate or handshake is invalid',
  reset: 'it closed the connection',
  bad_http: 'it does not speak TLS',
} as const

function reasonOf(cause: NodeJS.ErrnoException): string {
  if (cause instanceof AddressRefused) return cause.message
  if (cause.code === 'ENOTFOUND' || cause.code === 'ENODATA') return 'its name has no address'
  const fault = cause.code === 'ERR_SSL_WRONG_VERSION_NUMBER' ? 'bad_http' : faultOf(cause, false)
  return fault === 'unreachable' ? 'it cannot be reached' : REASONS[fault]
}
