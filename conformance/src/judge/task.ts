import type { Exchange, Violation } from '../engine/types.ts'
import { isObject, isString, type Atom } from './atoms.ts'
import { member, same, show } from './json.ts'

/** How a task ended, as far as the answer lets one tell. `busy`: the agent limits its rate, which is its own affair (line 413). */
export type Ending = 'completed' | 'failed' | 'busy' | 'none'

/** By what the answer says of itself, else by its status. */
export function endingOf(exchange: Exchange): Ending {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') return 'none'
  const says = member(exchange, '/status')
  if (says === 'completed' || says === 'failed') return says
  if (isTaskAnswer(exchange)) return outcome.status < 400 ? 'completed' : 'failed'
  if (outcome.status === 429) return 'busy'
  return outcome.status >= 400
    ? 'failed'
    : outcome.status >= 200 && outcome.status < 300
      ? 'completed'
      : 'none'
}

/** Two of the three things that make a task answer: its id, one of the two states, and what came of it. One may be wrong. */
export function isTaskAnswer(exchange: Exchange): boolean {
  const says = member(exchange, '/status')
  const signs = [
    isString(member(exchange, '/task_id')),
    says === 'completed' || says === 'failed',
    ['/result', '/output', '/error'].some((name) => isObject(member(exchange, name))),
  ]
  return signs.filter(Boolean).length >= 2
}

/** Why an answer is neither of the two legal ones (lines 334-336), or undefined. Whoever limits its rate is not judged. */
export const illegalTask: Atom = (exchange) => {
  if (endingOf(exchange) === 'busy') return undefined
  const { outcome } = exchange
  if (outcome.kind !== 'answer')
    return { pointer: 'answer', expected: 'an HTTP answer', actual: outcome.says }
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
      actual: show(state),
    }
  return status === 200 ? illegalSuccess(exchange) : illegalFailure(exchange)
}

function illegalSuccess(exchange: Exchange): Violation | undefined {
  const [result, output] = [member(exchange, '/result'), member(exchange, '/output')]
  if (!isObject(result))
    return { pointer: 'body/result', expected: 'an object', actual: show(result) }
  return same(result, output)
    ? undefined
    : { pointer: 'body/output', expected: 'the same content as result', actual: show(output) }
}

function illegalFailure(exchange: Exchange): Violation | undefined {
  for (const name of ['code', 'message']) {
    const found = member(exchange, `/error/${name}`)
    if (!isString(found))
      return { pointer: `body/error/${name}`, expected: 'a string', actual: show(found) }
  }
  return undefined
}

/** Whether the agent wants to know first who is asking, in words of its own; what else it accepts is not stated (line 362). */
export function wantsCredentials(exchange: Exchange): boolean {
  const { outcome } = exchange
  return (
    outcome.kind === 'answer' &&
    (outcome.status === 401 || outcome.status === 403) &&
    !isTaskAnswer(exchange)
  )
}
