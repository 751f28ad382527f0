import type { components } from '../../../../generated/agent.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { textOfResult } from '../../tasks/results.ts'
import type { A2aTask, TaskIdentity, TaskState, TaskStatus, TaskUpdate } from './task.ts'
import type { A2aVersion } from '../../protocols.ts'

type Schemas = components['schemas']

/** How a version writes tasks and their changes as JSON (docs/specification/a2a.md#states). */
export interface TaskFormat {
  task(task: A2aTask): Schemas['A2aTask']
  /** Returns the result of a call that sends a message, which is also the first event of a stream. */
  sent(task: A2aTask): Schemas['JsonRpcTask']
  update(task: A2aTask, update: TaskUpdate): object
}

/** The only artifact of a task. */
const ARTIFACT_ID = 'result'

const LEGACY_FORMAT: TaskFormat = {
  task: (task) => ({ kind: 'task', ...taskOf(task, legacyStatus, legacyParts) }),
  sent: (task) => LEGACY_FORMAT.task(task),
  update({ identity }, update) {
    const ids = { taskId: identity.id, contextId: identity.context_id }
    if (update.kind === 'artifact') {
      const artifact = artifactOf(identity, legacyParts(update.result))
      return { kind: 'artifact-update', ...ids, artifact, lastChunk: true }
    }
    const final = update.status.state !== 'working'
    return { kind: 'status-update', ...ids, status: legacyStatus(identity, update.status), final }
  },
}

const CURRENT_FORMAT: TaskFormat = {
  task: (task) => taskOf(task, currentStatus, currentParts),
  sent: (task) => ({ task: CURRENT_FORMAT.task(task) }),
  update({ identity }, update) {
    const ids = { taskId: identity.id, contextId: identity.context_id }
    if (update.kind === 'artifact') {
      const artifact = artifactOf(identity, currentParts(update.result))
      return { artifactUpdate: { ...ids, artifact, lastChunk: true } }
    }
    return { statusUpdate: { ...ids, status: currentStatus(identity, update.status) } }
  },
}

/** The format of each version. */
export const TASK_FORMATS: Readonly<Record<A2aVersion, TaskFormat>> = {
  '1.0': CURRENT_FORMAT,
  '0.3': LEGACY_FORMAT,
}

type StatusOf = (identity: TaskIdentity, status: TaskStatus) => Schemas['JsonRpcTaskStatus']
type PartsOf = (result: JsonObject) => Schemas['ArtifactPart'][]

function taskOf(
  { identity, status, result }: A2aTask,
  statusOf: StatusOf,
  partsOf: PartsOf,
): Schemas['A2aTask'] {
  return {
    id: identity.id,
    contextId: identity.context_id,
    status: statusOf(identity, status),
    ...(result && { artifacts: [artifactOf(identity, partsOf(result))] }),
  }
}

const artifactOf = ({ skill }: TaskIdentity, parts: Schemas['ArtifactPart'][]) => ({
  artifactId: ARTIFACT_ID,
  name: skill,
  parts,
})

// The result is in two parts, for clients that read only text and for those that read data.
const legacyParts: PartsOf = (result) => [
  { kind: 'text', text: textOfResult(result) },
  { kind: 'data', data: result },
]
const currentParts: PartsOf = (result) => [{ text: textOfResult(result) }, { data: result }]

const CURRENT_STATES: Readonly<Record<TaskState, string>> = {
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
}

const legacyStatus: StatusOf = (identity, { state, timestamp, text, number }) => ({
  state,
  timestamp,
  ...(text !== undefined && {
    message: {
      kind: 'message',
      ...messageIds(identity, number),
      role: 'agent',
      parts: [{ kind: 'text', text }],
    },
  }),
})

const currentStatus: StatusOf = (identity, { state, timestamp, text, number }) => ({
  state: CURRENT_STATES[state],
  timestamp,
  ...(text !== undefined && {
    message: { ...messageIds(identity, number), role: 'ROLE_AGENT', parts: [{ text }] },
  }),
})

const messageIds = ({ id, context_id }: TaskIdentity, number: number) => ({
  messageId: `${id}.${number}`,
  taskId: id,
  contextId: context_id,
})
