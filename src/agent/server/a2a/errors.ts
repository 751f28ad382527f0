import { printableText } from '../../../contract/issues.ts'
import type { TaskErrorCode } from '../problems.ts'
import { A2A_VERSIONS } from '../../protocols.ts'
import { versionWith } from './versions.ts'

/** A JSON-RPC or A2A error (A2A 1.0, section 5.4). The status of its response is 200. */
export interface A2aError {
  readonly kind: 'error'
  readonly code: number
  readonly message: string
  /** The code that a failed task would have. */
  readonly task_code?: TaskErrorCode
}

const MAX_CHARACTERS = 1024

const error = (code: number, message: string, task_code?: TaskErrorCode): A2aError => ({
  kind: 'error',
  code,
  message: printableText(message, MAX_CHARACTERS),
  ...(task_code && { task_code }),
})

export const methodNotFound = (method: string): A2aError => {
  const version = versionWith(method)
  const message =
    version === undefined
      ? `There is no method ${method}. Call tasks/send or an A2A method.`
      : `The request does not use A2A ${version}, which has the method ${method}; send the header A2A-Version: ${version}.`
  return error(-32601, message)
}

export const invalidParams = (
  reason: string,
  task_code: TaskErrorCode = 'invalid_request',
): A2aError => error(-32602, reason, task_code)

export const taskNotFound = (id: string): A2aError =>
  error(-32001, `This caller has no task ${id}. It may have been removed; send the message again.`)

export const taskNotCancelable = (id: string, state: string): A2aError =>
  error(-32002, `The task ${id} is ${state} and can no longer be canceled.`)

export const notificationsNotSupported = (): A2aError =>
  error(-32003, 'This agent does not support push notifications; get the task, or subscribe to it.')

export const operationNotSupported = (reason: string): A2aError => error(-32004, reason)

export const contentNotSupported = (): A2aError =>
  error(-32005, 'This agent accepts only text and data parts; send the content as one of them.')

export const extendedCardNotConfigured = (): A2aError =>
  error(-32007, 'This agent has no extended card.')

export const versionNotSupported = (version: string): A2aError =>
  error(
    -32009,
    `A2A ${version} is not supported. Send the header A2A-Version with ${A2A_VERSIONS.join(' or ')}.`,
  )
