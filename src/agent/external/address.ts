import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { readBounded } from '../../domain/bounded-buffer.ts'
import type { AddressRun, SkillCall } from '../definition.ts'
import { SkillBusyError } from '../tasks/skill-errors.ts'
import { callDocument, excerptOf, parseOutput } from './call-document.ts'
import type { Semaphore } from './semaphore.ts'

export interface AddressSettings extends Pick<AddressRun, 'url' | 'method'> {
  readonly max_output_bytes: number
  readonly slots: Semaphore
}

/** Status codes of a service that is over capacity. */
const BUSY = [429, 503]

/**
 * Returns a function that sends each task to a local address (docs/specification/agent-protocol.md#external-address). A task determines
 * neither the address nor which headers are sent, redirects are not followed, and no proxy is used.
 */
export function runAtAddress(settings: AddressSettings): (call: SkillCall) => Promise<unknown> {
  return async (call) => {
    const free = await settings.slots.acquire(call.signal)
    try {
      return await ask(call, settings)
    } finally {
      free()
    }
  }
}

/** Sends a task and returns the result. @throws SkillBusyError, or Error that describes how the service failed */
async function ask(call: SkillCall, settings: AddressSettings): Promise<unknown> {
  const { url, method = 'POST', max_output_bytes } = settings
  const { task_id, trace_id, traceparent } = call.context
  const body = Buffer.from(JSON.stringify(callDocument(call)))
  const sent = request(url, {
    method,
    // The request uses a separate connection, because the service may close a kept-alive connection just when the next task is sent.
    agent: false,
    signal: call.signal,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-Svc-Task-ID': task_id,
      'X-Svc-Trace-ID': trace_id,
      traceparent,
    },
  })
  const response = await responseTo(sent, body, NO_RESPONSE)
  const { statusCode: status = 0 } = response
  const bytes = await readBounded(response, max_output_bytes)
  if (!bytes)
    throw new Error(
      `the service responded with more than ${max_output_bytes} bytes, or in too many chunks`,
    )
  if (status >= 200 && status < 300) return parseOutput(bytes)
  call.log.warn('the service of the skill did not respond with a result', {
    status,
    answer: excerptOf(bytes),
  })
  if (BUSY.includes(status)) throw new SkillBusyError(`the service responded with status ${status}`)
  throw new Error(`the service responded with status ${status}`)
}

/** The errors for a server that does not respond with HTTP. */
interface NoResponse {
  readonly switched: () => Error
  readonly closed: () => Error
}
const NO_RESPONSE: NoResponse = {
  switched: () => new Error('the service switched to another protocol'),
  closed: () => new Error('the service closed the connection'),
}

/** Sends the body of a request, and resolves with the head of the response. */
export function responseTo(
  sent: ClientRequest,
  body: string | Buffer | undefined,
  { switched, closed }: NoResponse,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(switched())
    })
    // A connection that ends in any other way emits only `close`.
    sent.once('close', () => reject(closed()))
    // The listener stays, because a request can also fail after its response has begun.
    sent.on('error', reject)
    sent.end(body)
  })
}
