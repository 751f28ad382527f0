import type { Evidence, Exchange, Judgement } from '../../../engine/types.ts'
import { isBusy } from '../../../engine/transport/http.ts'
import { each, untested, type Assertion } from '../../../judge/assertions.ts'
import { member } from '../../../judge/json.ts'
import { isTaskResponse, judgedAsTask, type TaskOutcome } from '../../../judge/task.ts'
import { taskOf } from '../../../probes/agent/task-request.ts'

/** The probes that send single, ordinary tasks. Other tasks have rules of their own. */
const PROBES = [
  'task.canonical',
  'task.string',
  'task.no_type',
  'task.string_no_type',
  'task.no_context_skill',
  'task.parts',
  'task.unknown_skill',
  'task.strange_context',
  'task.fail_sample',
] as const
export const [FIRST_PROBE, ...OTHER_PROBES] = PROBES

export const NO_SUCCESS = untested(
  'No task was completed. Use --sample SKILL=FILE to give an input that a skill completes.',
)
const NO_FAILURE = untested(
  'No task failed. Use --fail-sample FILE to give a task that the agent fails.',
)

/**
 * Returns the judgement if no response has the HTTP status of an outcome. If the outcome was reported with another status, the rule about
 * that has to pass first.
 */
export const noneWithStatus = (
  evidence: Evidence,
  state: 'completed' | 'failed',
  rule: string,
): Judgement => {
  if (taskResponses(evidence).some(hasState(state)))
    return untested(
      `Every ${state} task was returned with the wrong HTTP status; correct that first, see ${rule}.`,
    )
  return state === 'completed' ? NO_SUCCESS : NO_FAILURE
}

/** The outcomes of tasks in words. */
export const OUTCOMES: Readonly<Record<TaskOutcome, string>> = {
  completed: 'completed',
  failed: 'refused or failed',
  busy: 'rate limited',
  none: 'no usable response',
}

export const httpStatus = ({ outcome }: Exchange): number =>
  outcome.kind === 'response' ? outcome.status : 0
/** Returns the responses to tasks. Among those with 429, only task responses count. */
export const taskResponses = (evidence: Evidence): readonly Exchange[] =>
  evidence
    .of(...PROBES)
    .filter(
      (exchange) =>
        exchange.outcome.kind === 'response' && (!isBusy(exchange) || isTaskResponse(exchange)),
    )
/** Checks responses to tasks. */
export const eachTask = (
  exchanges: readonly Exchange[],
  none: Judgement,
  ...assertions: readonly Assertion[]
): Judgement => each(exchanges, none, ...assertions.map(judgedAsTask))
/** Returns the responses that are successful according to their HTTP status or the status in the body. */
const successes = (evidence: Evidence): readonly Exchange[] =>
  taskResponses(evidence).filter(
    (exchange) =>
      member(exchange, '/status') === 'completed' ||
      (httpStatus(exchange) === 200 && member(exchange, '/status') !== 'failed'),
  )
const failures = (evidence: Evidence): readonly Exchange[] =>
  taskResponses(evidence).filter(
    (exchange) => member(exchange, '/status') === 'failed' || httpStatus(exchange) >= 400,
  )

export const eachSuccess =
  (...assertions: readonly Assertion[]) =>
  (evidence: Evidence): Judgement =>
    eachTask(successes(evidence), NO_SUCCESS, ...assertions)
export const eachFailure =
  (...assertions: readonly Assertion[]) =>
  (evidence: Evidence): Judgement =>
    eachTask(failures(evidence), NO_FAILURE, ...assertions)

/** Applies assertions to the exchanges that satisfy a condition. */
export const where =
  (applies: (exchange: Exchange) => boolean, ...assertions: readonly Assertion[]): Assertion =>
  (exchange) =>
    applies(exchange)
      ? assertions.map((assertion) => assertion(exchange)).find((found) => found !== undefined)
      : undefined

export const hasState =
  (state: string) =>
  (exchange: Exchange): boolean =>
    member(exchange, '/status') === state
export const requestHasId = (exchange: Exchange): boolean =>
  typeof taskOf(exchange).task_id === 'string'
