import { A2A_VERSIONS, type A2aVersion } from '../../protocols.ts'

/** The operation of a method, independent of its name in a version. */
export type A2aOperation =
  | 'send'
  | 'stream'
  | 'get'
  | 'cancel'
  | 'subscribe'
  | 'notifications'
  | 'extended_card'
  | 'list'

/** The methods of each version. */
const METHODS: Readonly<Record<A2aVersion, ReadonlyMap<string, A2aOperation>>> = {
  '1.0': new Map([
    ['SendMessage', 'send'],
    ['SendStreamingMessage', 'stream'],
    ['GetTask', 'get'],
    ['CancelTask', 'cancel'],
    ['SubscribeToTask', 'subscribe'],
    ['ListTasks', 'list'],
    ['GetExtendedAgentCard', 'extended_card'],
    ['CreateTaskPushNotificationConfig', 'notifications'],
    ['GetTaskPushNotificationConfig', 'notifications'],
    ['ListTaskPushNotificationConfigs', 'notifications'],
    ['DeleteTaskPushNotificationConfig', 'notifications'],
  ]),
  '0.3': new Map([
    ['message/send', 'send'],
    ['message/stream', 'stream'],
    ['tasks/get', 'get'],
    ['tasks/cancel', 'cancel'],
    ['tasks/resubscribe', 'subscribe'],
    ['agent/getAuthenticatedExtendedCard', 'extended_card'],
    ['tasks/pushNotificationConfig/set', 'notifications'],
    ['tasks/pushNotificationConfig/get', 'notifications'],
    ['tasks/pushNotificationConfig/list', 'notifications'],
    ['tasks/pushNotificationConfig/delete', 'notifications'],
  ]),
}

/**
 * Returns the version that a request names in `A2A-Version`, or undefined if it is not supported. A request that names no version uses 0.3,
 * and patch levels do not matter (A2A 1.0, section 3.6).
 */
export function versionOf(header: string | undefined): A2aVersion | undefined {
  const named = (header ?? '').trim()
  if (named === '') return '0.3'
  const [, minor] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(named) ?? []
  return A2A_VERSIONS.find((version) => version === minor)
}

/** Returns the operation that a method name denotes in a version. */
export const operationOf = (version: A2aVersion, method: string): A2aOperation | undefined =>
  METHODS[version].get(method)

/** Returns the version that has a method of this name. */
export const versionWith = (method: string): A2aVersion | undefined =>
  A2A_VERSIONS.find((version) => METHODS[version].has(method))
