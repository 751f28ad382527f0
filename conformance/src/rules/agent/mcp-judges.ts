import type { Evidence, Exchange, Judgement, Rule, Violation } from '../../engine/types.ts'
import {
  array,
  check,
  describeStatus,
  each,
  firstFailure,
  isArray,
  isObject,
  isString,
  notApplicable,
  object,
  OK,
  optional,
  status,
  string,
  value,
  violation,
  type Assertion,
} from '../../judge/assertions.ts'
import { EVENT_STREAM, mediaTypeOf, withoutStream } from '../../judge/event-stream.ts'
import { mediaType, refusal, rpcError, rpcResponse } from '../../judge/json-rpc.ts'
import { schemaFault } from '../../judge/json-schema.ts'
import { formatValue, member } from '../../judge/json.ts'
import {
  answerOf,
  hasLegacy,
  hasModern,
  LEGACY,
  MODERN,
  NO_LEGACY,
  NO_MODERN,
  toolsOf,
} from '../../judge/mcp.ts'
import { requestMember } from '../../judge/json-rpc.ts'
import { mismatchOf } from '../../judge/schema-match.ts'

type Judge = Rule['judge']

export const NOT_SENT = notApplicable('No such request was sent.')
const REQUESTS = ['list', 'call', 'invalid', 'unknown_tool', 'unknown_method'] as const

/** The requests of both revisions whose responses are examined in the same way. */
export const BOTH = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`mcp25.${name}`, `mcp26.${name}`])
export const ANSWERED = ['mcp25.initialize', 'mcp26.discover', ...BOTH(...REQUESTS)]

/** Checks the JSON-RPC response of an exchange, whether it is the body or the last event of a stream. */
export const checkAnswer = (exchange: Exchange, ...assertions: readonly Assertion[]): Judgement =>
  check(withoutStream(exchange), ...assertions)
export const eachAnswer = (
  exchanges: readonly Exchange[],
  none: Judgement,
  ...assertions: readonly Assertion[]
): Judgement => each(exchanges.map(withoutStream), none, ...assertions)

/** Judges whether the endpoint speaks MCP in a revision that the suite judges. */
export const hasProtocol: Judge = ({ of }) => {
  const [initialized] = of('mcp25.initialize')
  const [discovered] = of('mcp26.discover')
  if (hasLegacy(initialized) || hasModern(discovered)) return OK
  const other = initialized && answerOf(initialized, '/result/protocolVersion')
  if (isString(other))
    return notApplicable(`The server has MCP ${other}, and ${LEGACY} and ${MODERN} are judged.`)
  return (
    (initialized && credentials(initialized)) ??
    notApplicable(
      `There is no MCP server at ${initialized?.request.path || 'the address'}; --mcp names its path or URL. ${describeStatus(initialized)}`,
    )
  )
}

/** An endpoint that names the way to obtain credentials is an MCP server that requires them. */
function credentials(exchange: Exchange): Judgement | undefined {
  const { outcome } = exchange
  const isAsked =
    outcome.kind === 'response' &&
    outcome.headers.some(
      ([name, text]) => /^www-authenticate$/i.test(name) && /resource_metadata/i.test(text),
    )
  return isAsked ? refusal(exchange) : undefined
}

/** Judges the responses to requests, of which those that end a request early are not part. */
export const responses: Judge = ({ of }) =>
  eachAnswer(of(...ANSWERED).filter(wasSupported), NOT_SENT, rpcResponse)

/** A server without a revision may answer its requests in any way. */
const wasSupported = (exchange: Exchange): boolean =>
  exchange.probe === 'mcp25.initialize'
    ? hasLegacy(exchange)
    : exchange.probe !== 'mcp26.discover' || hasModern(exchange)

export const mediaTypes: Judge = ({ of }) =>
  each(of(...ANSWERED).filter(wasSupported), NOT_SENT, mediaType('application/json', EVENT_STREAM))

/** Judges the answer to `initialize`. */
export const initializeResult: Judge = ({ one }) =>
  hasLegacy(one('mcp25.initialize'))
    ? checkAnswer(
        one('mcp25.initialize'),
        object('/result/capabilities'),
        string('/result/serverInfo/name'),
        string('/result/serverInfo/version'),
      )
    : NO_LEGACY

/** Judges the answer to `server/discover`. */
export const discoverResult: Judge = ({ one }) =>
  hasModern(one('mcp26.discover'))
    ? checkAnswer(
        one('mcp26.discover'),
        array('/result/supportedVersions'),
        object('/result/capabilities'),
      )
    : NO_MODERN

/** Judges whether every result says what it is. */
export const resultTypes: Judge = ({ of }) =>
  eachAnswer(
    of('mcp26.discover', 'mcp26.list', 'mcp26.call').filter(hasResult),
    NOT_SENT,
    string('/result/resultType'),
  )

const hasResult = (exchange: Exchange): boolean => isObject(answerOf(exchange, '/result'))

export const cachingHints: Judge = ({ of }) =>
  eachAnswer(
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

/** Judges the list of tools of a server that declares to have tools. */
export const toolList: Judge = ({ of }) => {
  const hasTools = of('mcp25.initialize', 'mcp26.discover').some((exchange) =>
    isObject(answerOf(exchange, '/result/capabilities/tools')),
  )
  const lists = of(...BOTH('list'))
  if (!hasTools || lists.length === 0) return notApplicable('The server does not declare tools.')
  return firstFailure(
    lists.map(
      (list) => () =>
        firstFailure([
          () => checkAnswer(list, array('/result/tools')),
          ...toolPlaces(list).map((i) => () => checkAnswer(list, ...toolAssertions(i))),
        ]),
    ),
  )
}

const toolPlaces = (list: Exchange): readonly number[] => {
  const tools = answerOf(list, '/result/tools')
  return isArray(tools) ? [...tools.keys()] : []
}

const toolAssertions = (i: number): readonly Assertion[] => [
  value(`/result/tools/${i}/name`, 'a string that is not empty', (it) => isString(it) && it !== ''),
  value(`/result/tools/${i}/inputSchema/type`, '"object"', (it) => it === 'object'),
  schema(`/result/tools/${i}/inputSchema`),
  optional(`/result/tools/${i}/outputSchema`, schema(`/result/tools/${i}/outputSchema`)),
]

const schema =
  (pointer: string): Assertion =>
  (exchange) => {
    const fault = schemaFault(member(exchange, pointer))
    return fault
      ? {
          pointer: `body${pointer}${fault.pointer}`,
          expected: fault.expected,
          actual: formatValue(fault.actual),
        }
      : undefined
  }

const NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** Judges whether names of tools have the recommended form and occur once. */
export const toolNames: Judge = ({ of }) =>
  firstFailure(
    of(...BOTH('list')).map((list) => () => {
      const names = toolsOf(list).map(({ name }) => name)
      const firstPlaces = new Map(names.map((name, i) => [name, i] as const).toReversed())
      const place = names.findIndex((name, i) => !NAME.test(name) || firstPlaces.get(name) !== i)
      return place < 0
        ? OK
        : violation({
            exchange: list.key,
            pointer: `body/result/tools/${place}/name`,
            expected: 'one to 128 letters, digits, _, - and ., which no other tool has',
            actual: formatValue(names[place]),
          })
    }),
  )

const CONTENT: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

/** Judges the results of tools. A result that asks the client for more is not judged. */
export const toolResults: Judge = ({ of }) =>
  eachAnswer(
    of(...BOTH('call', 'invalid')).filter(isComplete),
    notApplicable('No tool has returned a result.'),
    array('/result/content'),
    contentFault,
    optional(
      '/result/isError',
      value('/result/isError', 'a boolean', (it) => typeof it === 'boolean'),
    ),
  )

const isComplete = (exchange: Exchange): boolean =>
  hasResult(exchange) && answerOf(exchange, '/result/resultType') !== 'input_required'

function contentFault(exchange: Exchange): Violation | undefined {
  const content = member(exchange, '/result/content')
  for (const [i, item] of (isArray(content) ? content : []).entries()) {
    const pointer = `/result/content/${i}`
    const type = isObject(item) ? item['type'] : undefined
    const found = [
      string(`${pointer}/type`),
      ...(CONTENT[String(type)] ?? []).map((name) => string(`${pointer}/${name}`)),
      ...(type === 'resource' ? [object(`${pointer}/resource`)] : []),
    ]
      .map((assertion) => assertion(exchange))
      .find((fault) => fault !== undefined)
    if (found) return found
  }
  return undefined
}

/** Judges whether structured results match the schemas of their tools. */
export const structuredResults: Judge = (evidence) => {
  const results = evidence
    .of(...BOTH('call'))
    .filter((exchange) => isComplete(exchange) && answerOf(exchange, '/result/isError') !== true)
    .map((exchange) => ({ exchange, schema: outputSchemaOf(evidence, exchange) }))
    .filter((pair) => pair.schema !== undefined)
  if (results.length === 0) return notApplicable('No result of a tool has an outputSchema.')
  return firstFailure(
    results.map(
      (pair) => () =>
        checkAnswer(pair.exchange, (exchange) => structureFault(exchange, pair.schema)),
    ),
  )
}

function outputSchemaOf({ of }: Evidence, call: Exchange): unknown {
  const name = requestMember(call, '/params/name')
  const [list] = of(call.probe.replace(/call$/, 'list'))
  return toolsOf(list).find((tool) => tool.name === name)?.members['outputSchema']
}

function structureFault(exchange: Exchange, schema: unknown): Violation | undefined {
  const found = member(exchange, '/result/structuredContent')
  const mismatch =
    found === undefined
      ? { pointer: '', expected: 'a value', actual: found }
      : mismatchOf(found, schema)
  return mismatch
    ? {
        pointer: `body/result/structuredContent${mismatch.pointer}`,
        expected: `${mismatch.expected}, as outputSchema says`,
        actual: formatValue(mismatch.actual),
      }
    : undefined
}

/** Judges whether requests are answered with an error of a certain code. */
export const errorOf =
  (name: string, ...codes: readonly number[]): Judge =>
  ({ of }) =>
    eachAnswer(of(...BOTH(name)), NOT_SENT, rpcError(...codes))

/** Judges whether a request is refused with a status and an error. */
export const refused =
  (probe: string, wanted: number, code?: number): Judge =>
  ({ one }) =>
    checkAnswer(
      one(probe),
      status(String(wanted), (it) => it === wanted),
      ...(code === undefined ? [] : [rpcError(code)]),
    )

/** Judges whether an unknown revision is refused with those that the server has. */
export const unsupportedRevision: Judge = ({ one }) =>
  checkAnswer(
    one('mcp26.version'),
    status('400', (it) => it === 400),
    rpcError(-32022),
    value(
      '/error/data/supported',
      'the revisions that the server has',
      (it) => isArray(it) && it.includes(MODERN),
    ),
  )

/** Judges whether a page of another site is refused. */
export const foreignOrigin: Judge = ({ of }) =>
  each(
    of(...BOTH('origin')),
    NOT_SENT,
    status('403', (it) => it === 403),
  )

export const acceptedNotification: Judge = ({ one }) =>
  check(
    one('mcp25.initialized'),
    status('202', (it) => it === 202),
    ({ outcome }) =>
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

/** Judges whether a request for an unknown revision is answered with another one. */
export const negotiated: Judge = ({ one }) =>
  checkAnswer(
    one('mcp25.negotiate'),
    value(
      '/result/protocolVersion',
      'a revision that the server has',
      (it) =>
        isString(it) && it !== requestMember(one('mcp25.negotiate'), '/params/protocolVersion'),
    ),
  )

export const isErrorResult: Judge = ({ of }) =>
  eachAnswer(
    of(...BOTH('invalid')),
    NOT_SENT,
    value('/result/isError', 'true', (it) => it === true),
  )
