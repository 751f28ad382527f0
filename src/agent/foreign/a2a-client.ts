import type { JsonObject } from '../../domain/json.ts'
import type { A2aVersion } from '../protocols.ts'
import { sendForeign, type Endpoint } from './http.ts'
import { newRpcId, readResult } from './json-rpc.ts'

/** A client of a foreign A2A agent, over the JSONRPC binding. */
export interface A2aClient {
  /** Sends a message, and returns the result: a message or a task. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<unknown>
  /** Reads a task. */
  get(id: string, signal: AbortSignal): Promise<unknown>
  cancel(id: string, signal: AbortSignal): Promise<unknown>
}

export interface OutgoingMessage {
  readonly id: string
  readonly text: string | undefined
  readonly data: JsonObject | undefined
  readonly metadata: JsonObject | undefined
  /** The trace that the message belongs to. */
  readonly traceparent: string
}

interface Methods {
  readonly send: string
  readonly get: string
  readonly cancel: string
  params(message: OutgoingMessage): JsonObject
}

const metadataOf = ({ metadata }: OutgoingMessage) => metadata && { metadata }

const VERSIONS: Readonly<Record<A2aVersion, Methods>> = {
  '1.0': {
    send: 'SendMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
    params: (message) => ({
      message: {
        messageId: message.id,
        role: 'ROLE_USER',
        parts: [
          ...(message.text === undefined ? [] : [{ text: message.text }]),
          ...(message.data ? [{ data: message.data }] : []),
        ],
        ...metadataOf(message),
      },
      // The id of the task is needed immediately, so that the task can be canceled.
      configuration: { returnImmediately: true },
    }),
  },
  '0.3': {
    send: 'message/send',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
    params: (message) => ({
      message: {
        kind: 'message',
        messageId: message.id,
        role: 'user',
        parts: [
          ...(message.text === undefined ? [] : [{ kind: 'text', text: message.text }]),
          ...(message.data ? [{ kind: 'data', data: message.data }] : []),
        ],
        ...metadataOf(message),
      },
      configuration: { blocking: false },
    }),
  },
}

/**
 * Creates the client of a foreign agent. Its methods throw RpcError, ForeignError, SkillBusyError, or Error for a status of 500 or above.
 */
export function createA2aClient(endpoint: Endpoint, version: A2aVersion): A2aClient {
  const methods = VERSIONS[version]
  const call = async (
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const id = newRpcId()
    const response = await sendForeign(endpoint, {
      headers: { ...headers, Accept: 'application/json', 'A2A-Version': version },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal,
    })
    return readResult(response, endpoint, { id, signal })
  }
  return {
    send: (message, signal) =>
      call(methods.send, methods.params(message), signal, { traceparent: message.traceparent }),
    get: (id, signal) => call(methods.get, { id }, signal),
    cancel: (id, signal) => call(methods.cancel, { id }, signal),
  }
}
