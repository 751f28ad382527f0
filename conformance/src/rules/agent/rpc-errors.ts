import type { Exchange, Rule } from '../../engine/types.ts'
import { check, jsonObject, OK, value } from '../../judge/assertions.ts'
import { rpcError } from '../../judge/json-rpc.ts'
import { member } from '../../judge/json.ts'

export const CALL =
  'JSON-RPC 2.0 request: {jsonrpc: `2.0`, method: `tasks/send`, id: string, params:'

/** Returns whether the body of a response has a member. */
export const has = (exchange: Exchange, name: string): boolean =>
  member(exchange, `/${name}`) !== undefined

const nullId = value('/id', 'null', (it) => it === null)

export const rpcErrorRules: readonly Rule[] = [
  {
    id: 'RPC-06',
    level: 'SHOULD',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'An unknown method is rejected with the error -32601',
    hint: 'Return "method not found" (JSON-RPC 2.0, section 5.1). Any HTTP status will do.',
    needs: ['RPC-05'],
    probes: ['rpc.unknown_method'],
    judge: ({ one }) => check(one('rpc.unknown_method'), jsonObject, rpcError(-32601)),
  },
  {
    id: 'RPC-07',
    level: 'SHOULD',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'Malformed JSON is rejected with the error -32700 and a null id',
    hint: 'Return "parse error" if the body cannot be parsed (JSON-RPC 2.0, section 5.1).',
    needs: ['RPC-05'],
    probes: ['rpc.malformed'],
    judge: ({ one }) => check(one('rpc.malformed'), jsonObject, rpcError(-32700), nullId),
  },
  {
    id: 'RPC-08',
    level: 'SHOULD',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'A call without a method is rejected with the error -32600',
    hint: 'Return "invalid request" (JSON-RPC 2.0, section 5.1).',
    needs: ['RPC-05'],
    probes: ['rpc.no_method'],
    judge: ({ one }) => check(one('rpc.no_method'), jsonObject, rpcError(-32600)),
  },
  {
    id: 'RPC-09',
    level: 'SHOULD',
    basis: 'by-reference',
    specification: 'docs/specification/agent-protocol.md#json-rpc-results',
    clause: { line: 326, quote: CALL },
    title: 'A call without params.skill returns the error -32602 or a result',
    hint: 'Return "invalid params" (JSON-RPC 2.0, section 5.1).',
    accepts: 'An agent that chooses the skill itself.',
    needs: ['RPC-05'],
    probes: ['rpc.no_skill'],
    judge: ({ one }) =>
      has(one('rpc.no_skill'), 'result')
        ? OK
        : check(one('rpc.no_skill'), jsonObject, rpcError(-32602)),
  },
]
