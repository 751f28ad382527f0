import { isBusy } from '../engine/transport/http.ts'
import type { Exchange, Judgement, Violation } from '../engine/types.ts'
import {
  BUSY,
  CREDENTIALS_REQUIRED,
  isInteger,
  isObject,
  isString,
  jsonObject,
  untested,
  value,
  type Assertion,
} from './assertions.ts'
import { mediaTypeOf } from './event-stream.ts'
import { formatValue, member, parseJson, valueAt } from './json.ts'

/** Returns a member of the JSON-RPC request that was sent. */
export const requestMember = ({ request }: Exchange, pointer: string): unknown =>
  valueAt(parseJson(request.body ?? ''), pointer)

/** Returns why a value is not a JSON-RPC 2.0 response to a request with this id; undefined if it is. */
export function responseFault(pointer: string, found: unknown, id: unknown): Violation | undefined {
  const fault = (name: string, expected: string, actual: unknown): Violation => ({
    pointer: `${pointer}${name}`,
    expected,
    actual: formatValue(actual),
  })
  if (!isObject(found)) return fault('', 'a JSON-RPC response', found)
  const { jsonrpc, result, error } = found
  if (jsonrpc !== '2.0') return fault('/jsonrpc', '"2.0"', jsonrpc)
  if (found['id'] !== id) return fault('/id', formatValue(id), found['id'])
  const hasError = error !== undefined && error !== null
  if ((result !== undefined) === hasError)
    return fault('', 'either result or error', hasError ? 'both' : 'neither')
  if (!hasError) return undefined
  if (!isObject(error) || !isInteger(error['code']))
    return fault('/error/code', 'an integer', isObject(error) ? error['code'] : error)
  return isString(error['message'])
    ? undefined
    : fault('/error/message', 'a string', error['message'])
}

/** Asserts that the body is the JSON-RPC 2.0 response to its request. */
export const rpcResponse: Assertion = (exchange) =>
  jsonObject(exchange) ??
  responseFault('body', member(exchange, ''), requestMember(exchange, '/id'))

/** Asserts that the response to a call is an error of one of these codes. */
export const rpcError = (...codes: readonly number[]): Assertion =>
  value('/error/code', `the error ${codes.join(' or ')}`, (it) => codes.includes(it as number))

/** Asserts the media type of a response. */
export const mediaType =
  (...types: readonly string[]): Assertion =>
  (exchange) => {
    const found = mediaTypeOf(exchange)
    return found !== undefined && types.includes(found)
      ? undefined
      : {
          pointer: 'header Content-Type',
          expected: types.join(' or '),
          actual: found ?? 'no header',
        }
  }

/** Returns whether the response to a call is a JSON-RPC error. */
const isRpcError = (exchange: Exchange): boolean => isObject(member(exchange, '/error'))

/** Returns what the user has to provide because the target refuses the suite's calls; undefined if it does not. */
export function refusal(exchange: Exchange): Judgement | undefined {
  const { outcome } = exchange
  if (outcome.kind !== 'response' || member(exchange, '/result') !== undefined) return undefined
  if (outcome.status === 401 || outcome.status === 403) return CREDENTIALS_REQUIRED
  if (isBusy(exchange)) return BUSY
  if (!isRpcError(exchange)) return undefined
  const code = formatValue(member(exchange, '/error/code'))
  return untested(
    `The agent refuses the suite's calls with the error ${code}. Use --sample SKILL=FILE to give an input that it accepts.`,
  )
}
