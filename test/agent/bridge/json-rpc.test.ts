import { expect, it } from 'vitest'
import { rpcResultOf } from '../../../src/agent/foreign/json-rpc.ts'

const message = (members: object) => ({ jsonrpc: '2.0', id: '1', ...members })

it('returns the result of a response, even if it also has an error that is null', () => {
  expect(rpcResultOf(message({ result: { a: 1 } }), '1')).toEqual({ a: 1 })
  expect(rpcResultOf(message({ result: null, error: null }), '1')).toBe(null)
})

it.each([
  [{ error: { code: -32000, message: 'busy' }, result: null }, 'busy'],
  [{}, 'the response must have either a result or an error'],
  [{ error: null }, 'the response must have either a result or an error'],
  [{ result: 1, error: 'no' }, 'the response must have either a result or an error'],
  [{ result: 1, id: '2' }, 'the response is for another request'],
  [{ result: 1, jsonrpc: '1.0' }, 'the response is not JSON-RPC 2.0'],
])('throws for a response with the members %o: %s', (members, reason) => {
  expect(() => rpcResultOf(message(members), '1')).toThrow(reason)
})
