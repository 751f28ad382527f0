import { load } from '../install.ts'
import { ERROR_NAMES, SKILL_EXTENSION, SKILL_LIST, type Observations } from '../observations.ts'

interface Part {
  readonly content: { readonly $case: string; readonly value: unknown }
}
interface Status {
  readonly state: number
  readonly message?: { readonly parts: readonly Part[] }
}
interface Task {
  readonly id: string
  readonly status: Status
  readonly artifacts: readonly { readonly parts: readonly Part[] }[]
}
type Payload =
  | { readonly $case: 'task'; readonly value: Task }
  | { readonly $case: 'statusUpdate'; readonly value: { taskId: string; status: Status } }
  | { readonly $case: 'artifactUpdate'; readonly value: { artifact: Task['artifacts'][0] } }
/** The part of `@a2a-js/sdk` 1.x that this file uses. */
interface Client {
  getAgentCard(): Promise<{ name: string; skills: readonly { id: string }[] }>
  sendMessage(params: object): Promise<Task>
  sendMessageStream(params: object): AsyncIterable<{ readonly payload: Payload }>
  getTask(params: object): Promise<Task>
  cancelTask(params: object): Promise<Task>
}
interface Sdk {
  readonly ClientFactory: new () => { createFromUrl(url: string): Promise<Client> }
}

/** `TaskState` of the SDK. */
const STATES: Readonly<Record<number, string>> = {
  2: 'working',
  3: 'completed',
  4: 'failed',
  5: 'canceled',
}
const ROLE_USER = 1

const part = ($case: 'text' | 'data', value: unknown) => ({
  content: { $case, value },
  metadata: undefined,
  filename: '',
  mediaType: '',
})
const message = (skill: string | undefined, ...parts: readonly object[]) => ({
  tenant: '',
  message: {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: ROLE_USER,
    parts,
    metadata: skill === undefined ? undefined : { [SKILL_EXTENSION]: { skill } },
    extensions: [],
    referenceTaskIds: [],
  },
})
const text = (skill: string | undefined) => message(skill, part('text', 'abc'))
const stateOf = ({ state }: Status): string => STATES[state] ?? String(state)
const textOf = (parts: readonly Part[] | undefined): string => String(parts?.[0]?.content.value)
const taskId = (id: string) => ({ tenant: '', id })

/** Observes an agent with `@a2a-js/sdk` 1.x. */
export async function observe(url: string): Promise<Observations> {
  const { ClientFactory } = load<Sdk>('a2a-sdk-1/client')
  const client = await new ClientFactory().createFromUrl(url)
  const { name, skills } = await client.getAgentCard()
  const sent = await client.sendMessage(text('reverse'))
  const data = await client.sendMessage(message('sum', part('data', { numbers: [1, 2, 3] })))
  const failed = await client.sendMessage(text('fails'))
  const { id, ...canceled } = await cancel(client)
  const skill = await errorOf(client.sendMessage(text(undefined)))
  return {
    card: { name, skills: skills.map((one) => one.id) },
    sent: {
      state: stateOf(sent.status),
      text: textOf(sent.artifacts[0]?.parts),
      data: sent.artifacts[0]?.parts[1]?.content.value,
    },
    data: data.artifacts[0]?.parts[1]?.content.value,
    failed: { state: stateOf(failed.status), text: textOf(failed.status.message?.parts) },
    streamed: await stream(client),
    canceled,
    errors: {
      skill: skill.name,
      lists_skills: skill.message.includes(SKILL_LIST),
      unknown_task: (await errorOf(client.getTask(taskId('none')))).name,
      canceled_again: (await errorOf(client.cancelTask(taskId(id)))).name,
    },
  }
}

async function stream(client: Client): Promise<readonly string[]> {
  const events: string[] = []
  for await (const { payload } of client.sendMessageStream(text('reverse')))
    events.push(
      payload.$case === 'artifactUpdate'
        ? `artifact ${textOf(payload.value.artifact.parts)}`
        : stateOf(payload.value.status),
    )
  return events
}

/** Cancels a task when it reports its progress. */
async function cancel(client: Client) {
  let [id, progress, read, result, last_event] = ['', '', '', '', '']
  for await (const { payload } of client.sendMessageStream(text('slow'))) {
    if (payload.$case !== 'statusUpdate') continue
    const { status, taskId: event_task_id } = payload.value
    last_event = stateOf(status)
    if (last_event !== 'working') continue
    id = event_task_id
    progress = textOf(status.message?.parts)
    read = stateOf((await client.getTask(taskId(id))).status)
    result = stateOf((await client.cancelTask(taskId(id))).status)
  }
  return { id, progress, read, result, last_event }
}

async function errorOf(call: Promise<unknown>): Promise<{ name: string; message: string }> {
  try {
    return { name: 'no error', message: JSON.stringify(await call) }
  } catch (error) {
    const { envelopeCode, message: reason } = error as Error & { envelopeCode: number }
    return { name: ERROR_NAMES[envelopeCode] ?? String(envelopeCode), message: reason }
  }
}
