import { isBusy } from '../engine/transport/http.ts'
import type { Exchange, Violation } from '../engine/types.ts'
import { hasResponse, isObject, isString, type Assertion } from './assertions.ts'
import { formatValue, jsonEquals, member } from './json.ts'

/** How a task ended, as far as the response shows it. `busy` means that it exceeded a rate limit of the agent. */
export type TaskOutcome = 'completed' | 'failed' | 'busy' | 'none'

/** Derives the outcome from the status in the body, or else from the HTTP status. */
export function taskOutcomeOf(exchange: Exchange): TaskOutcome {
  const { outcome } = exchange
  if (outcome.kind !== 'response') return 'none'
  const state = member(exchange, '/status')
  if (isBusy(exchange) && state !== 'completed') return 'busy'
  if (state === 'completed' || state === 'failed') return state
  if (isTaskResponse(exchange)) return outcome.status < 400 ? 'completed' : 'failed'
  if (outcome.status >= 400) return 'failed'
  return outcome.status >= 200 && outcome.status < 300 ? 'completed' : 'none'
}

/** Recognizes a task response by two of three features, so that one of them may be wrong: its id, its status, and a result or an error. */
export function isTaskResponse(exchange: Exchange): boolean {
  const state = member(exchange, '/status')
  const features = [
    isString(member(exchange, '/task_id')),
    state === 'completed' || state === 'failed',
    ['/result', '/output', '/error'].some((name) => isObject(member(exchange, name))),
  ]
  return features.filter(Boolean).length >= 2
}

/** Judges a task response with 429 like any other. Any other response with 429 only means that the agent is busy. */
export const judgedAsTask =
  (assertion: Assertion): Assertion =>
  (exchange) => {
    const found = assertion(exchange)
    return found && { busy: isBusy(exchange) && !isTaskResponse(exchange), ...found }
  }

/**
 * Asserts that a response reports the success (docs/specification/agent-protocol.md#task-success) or the failure
 * (docs/specification/agent-protocol.md#task-failure) of a task.
 */
export const wellFormedTask: Assertion = judgedAsTask((exchange) => {
  const { outcome } = exchange
  if (outcome.kind !== 'response') return hasResponse(exchange)
  const state = member(exchange, '/status')
  const { status } = outcome
  if (status === 404) return { pointer: 'status', expected: 'any status but 404', actual: '404' }
  if (status !== 200 && (status < 400 || status > 599))
    return { pointer: 'status', expected: '200, 4xx or 5xx', actual: String(status) }
  const wanted = status === 200 ? 'completed' : 'failed'
  if (state !== wanted)
    return {
      pointer: 'body/status',
      expected: `"${wanted}" with status ${status}`,
      actual: formatValue(state),
    }
  return status === 200 ? wellFormedSuccess(exchange) : wellFormedFailure(exchange)
})

function wellFormedSuccess(exchange: Exchange): Violation | undefined {
  const [result, output] = [member(exchange, '/result'), member(exchange, '/output')]
  if (!isObject(result))
    return { pointer: 'body/result', expected: 'an object', actual: formatValue(result) }
  return jsonEquals(result, output)
    ? undefined
    : {
        pointer: 'body/output',
        expected: 'the same content as result',
        actual: formatValue(output),
      }
}

function wellFormedFailure(exchange: Exchange): Violation | undefined {
  for (const name of ['code', 'message']) {
    const found = member(exchange, `/error/${name}`)
    if (!isString(found))
      return { pointer: `body/error/${name}`, expected: 'a string', actual: formatValue(found) }
  }
  return undefined
}

/** Returns whether the agent requires credentials that the interface does not define. */
export function requiresCredentials(exchange: Exchange): boolean {
  const { outcome } = exchange
  return (
    outcome.kind === 'response' &&
    (outcome.status === 401 || outcome.status === 403) &&
    !isTaskResponse(exchange)
  )
}
