import type { Exchange, Judgement, Judge } from '../../../engine/types.ts'
import {
  array,
  check,
  describeStatus,
  each,
  hasStatus,
  isArray,
  isObject,
  isString,
  notApplicable,
  object,
  OK,
  status,
  string,
  untested,
  value,
  type Assertion,
} from '../../../judge/assertions.ts'
import { EVENT_STREAM, mediaTypeOf, withoutStream } from '../../../judge/event-stream.ts'
import {
  mediaType,
  refusal,
  requestMember,
  rpcError,
  rpcResponse,
} from '../../../judge/json-rpc.ts'
import { formatValue } from '../../../judge/json.ts'
import {
  responseMember,
  hasLegacy,
  hasModern,
  LEGACY,
  MODERN,
  NO_LEGACY,
  NO_MODERN,
} from '../../../judge/mcp.ts'

export const NOT_SENT = notApplicable('No such request was sent.')
/** The requests whose responses are examined in the same way in both revisions. */
const REQUESTS = ['list', 'call', 'invalid', 'unknown_tool', 'unknown_method'] as const

/** Returns the ids of the probes that send these requests in both revisions. */
export const inBothRevisions = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`mcp25.${name}`, `mcp26.${name}`])
export const ALL_REQUESTS = ['mcp25.initialize', 'mcp26.discover', ...inBothRevisions(...REQUESTS)]

/** Checks the JSON-RPC response of an exchange, whether it is the body or the last event of a stream. */
export const checkResponse = (exchange: Exchange, ...assertions: readonly Assertion[]): Judgement =>
  check(withoutStream(exchange), ...assertions)
export const eachResponse = (
  exchanges: readonly Exchange[],
  none: Judgement,
  ...assertions: readonly Assertion[]
): Judgement => each(exchanges.map(withoutStream), none, ...assertions)

/**
 * Judges whether the endpoint speaks MCP in a revision that the suite judges. If the user named the endpoint, its absence is NOT_TESTED
 * instead of N/A.
 */
export const hasProtocol: Judge = ({ of, settings }) => {
  const [initialized] = of('mcp25.initialize')
  const [discovered] = of('mcp26.discover')
  if (hasLegacy(initialized) || hasModern(discovered)) return OK
  const unjudged = settings.mcp_url === undefined ? notApplicable : untested
  const other = initialized && responseMember(initialized, '/result/protocolVersion')
  if (isString(other))
    return unjudged(`The server supports MCP ${other}; the suite judges ${LEGACY} and ${MODERN}.`)
  return (
    (initialized && credentials(initialized)) ??
    unjudged(
      `There is no MCP server at ${initialized?.request.path || 'the address'}; --mcp names its path or URL. ${describeStatus(initialized)}`,
    )
  )
}

/** An endpoint that says how to obtain credentials is treated as an MCP server that requires them. */
function credentials(exchange: Exchange): Judgement | undefined {
  const { outcome } = exchange
  const isAsked =
    outcome.kind === 'response' &&
    outcome.headers.some(
      ([name, text]) => /^www-authenticate$/i.test(name) && /resource_metadata/i.test(text),
    )
  return isAsked ? refusal(exchange) : undefined
}

/** Judges the responses to requests. Requests that can be rejected by HTTP alone, such as those with a foreign Origin, are excluded. */
export const responses: Judge = ({ of }) =>
  eachResponse(of(...ALL_REQUESTS).filter(wasSupported), NOT_SENT, rpcResponse)

/** Returns whether the server supports the revision of a request. A server may respond in any way to requests of other revisions. */
const wasSupported = (exchange: Exchange): boolean =>
  exchange.probe === 'mcp25.initialize'
    ? hasLegacy(exchange)
    : exchange.probe !== 'mcp26.discover' || hasModern(exchange)

export const mediaTypes: Judge = ({ of }) =>
  each(
    of(...ALL_REQUESTS).filter(wasSupported),
    NOT_SENT,
    mediaType('application/json', EVENT_STREAM),
  )

/** Judges the result of `initialize`. */
export const initializeResult: Judge = ({ one }) =>
  hasLegacy(one('mcp25.initialize'))
    ? checkResponse(
        one('mcp25.initialize'),
        object('/result/capabilities'),
        string('/result/serverInfo/name'),
        string('/result/serverInfo/version'),
      )
    : NO_LEGACY

/** Judges the result of `server/discover`. */
export const discoverResult: Judge = ({ one }) =>
  hasModern(one('mcp26.discover'))
    ? checkResponse(
        one('mcp26.discover'),
        array('/result/supportedVersions'),
        object('/result/capabilities'),
      )
    : NO_MODERN

/** Judges whether every result states its type. */
export const resultTypes: Judge = ({ of }) =>
  eachResponse(
    of('mcp26.discover', 'mcp26.list', 'mcp26.call').filter(hasResult),
    NOT_SENT,
    string('/result/resultType'),
  )

/** Returns whether a request has a result. */
export const hasResult = (exchange: Exchange): boolean =>
  isObject(responseMember(exchange, '/result'))

export const cachingHints: Judge = ({ of }) =>
  eachResponse(
    of('mcp26.discover', 'mcp26.list').filter(hasResult),
    NOT_SENT,
    value(
      '/result/ttlMs',
      'a number of milliseconds, 0 or greater',
      (it) => Number(it) >= 0 && typeof it === 'number',
    ),
    value(
      '/result/cacheScope',
      '"public" or "private"',
      (it) => it === 'public' || it === 'private',
    ),
  )

/** Judges whether requests are rejected with an error of a certain code. */
export const errorOf =
  (name: string, ...codes: readonly number[]): Judge =>
  ({ of }) =>
    eachResponse(of(...inBothRevisions(name)), NOT_SENT, rpcError(...codes))

/** Judges whether a request is refused with a status and an error. */
export const refused =
  (probe: string, wanted: number, code?: number): Judge =>
  ({ one }) =>
    checkResponse(one(probe), hasStatus(wanted), ...(code === undefined ? [] : [rpcError(code)]))

/** Judges whether an unknown revision is refused with a list of those that the server supports. */
export const unsupportedRevision: Judge = ({ one }) =>
  checkResponse(
    one('mcp26.version'),
    hasStatus(400),
    rpcError(-32022),
    value(
      '/error/data/supported',
      'the revisions that the server supports',
      (it) => isArray(it) && it.includes(MODERN),
    ),
  )

/** Judges whether a request from a page on another site is refused. */
export const crossOrigin: Judge = ({ of }) =>
  each(of(...inBothRevisions('origin')), NOT_SENT, hasStatus(403))

export const acceptedNotification: Judge = ({ one }) =>
  check(one('mcp25.initialized'), hasStatus(202), ({ outcome }) =>
    outcome.kind === 'response' && outcome.body !== ''
      ? { pointer: 'body', expected: 'no body', actual: formatValue(outcome.body) }
      : undefined,
  )

export const eventsByGet: Judge = ({ one }) => {
  const exchange = one('mcp25.get')
  return mediaTypeOf(exchange) === EVENT_STREAM
    ? OK
    : check(
        exchange,
        status(`405, or a response of the type ${EVENT_STREAM}`, (it) => it === 405),
      )
}

/** Judges whether a request for an unknown revision returns another one. */
export const negotiated: Judge = ({ one }) =>
  checkResponse(
    one('mcp25.negotiate'),
    value(
      '/result/protocolVersion',
      'a revision that the server supports',
      (it) =>
        isString(it) && it !== requestMember(one('mcp25.negotiate'), '/params/protocolVersion'),
    ),
  )
