import { load } from '../install.ts'
import { SKILL_EXTENSION, SKILL_LIST, type Observations } from '../observations.ts'

interface Part {
  readonly kind: string
  readonly text?: string
  readonly data?: unknown
}
interface Status {
  readonly state: string
  readonly message?: { readonly parts: readonly Part[] }
}
interface Task {
  readonly kind: 'task'
  readonly id: string
  readonly status: Status
  readonly artifacts?: readonly { readonly parts: readonly Part[] }[]
}
type Event =
  | Task
  | { readonly kind: 'status-update'; readonly taskId: string; readonly status: Status }
  | { readonly kind: 'artifact-update'; readonly artifact: { readonly parts: readonly Part[] } }
/** The part of `@a2a-js/sdk` 0.3 that this file uses. */
interface Client {
  getAgentCard(): Promise<{ name: string; skills: readonly { id: string }[] }>
  sendMessage(params: object): Promise<Task>
  sendMessageStream(params: object): AsyncIterable<Event>
  getTask(params: object): Promise<Task>
  cancelTask(params: object): Promise<Task>
}
interface Sdk {
  readonly ClientFactory: new () => { createFromUrl(url: string): Promise<Client> }
}

const message = (skill: string | undefined, ...parts: readonly Part[]) => ({
  message: {
    kind: 'message',
    messageId: crypto.randomUUID(),
    role: 'user',
    parts,
    ...(skill !== undefined && { metadata: { [SKILL_EXTENSION]: { skill } } }),
  },
})
const text = (skill: string | undefined) => message(skill, { kind: 'text', text: 'abc' })
const textOf = (parts: readonly Part[] | undefined): string => String(parts?.[0]?.text)

/** Observes an agent with `@a2a-js/sdk` 0.3. */
export async function observe(url: string): Promise<Observations> {
  const { ClientFactory } = load<Sdk>('a2a-sdk-0.3/client')
  const client = await new ClientFactory().createFromUrl(url)
  const { name, skills } = await client.getAgentCard()
  const sent = await client.sendMessage(text('reverse'))
  const numbers: Part = { kind: 'data', data: { numbers: [1, 2, 3] } }
  const data = await client.sendMessage(message('sum', numbers))
  const failed = await client.sendMessage(text('fails'))
  const { id, ...canceled } = await cancel(client)
  const skill = await errorOf(client.sendMessage(text(undefined)))
  return {
    card: { name, skills: skills.map((one) => one.id) },
    sent: {
      state: sent.status.state,
      text: textOf(sent.artifacts?.[0]?.parts),
      data: sent.artifacts?.[0]?.parts[1]?.data,
    },
    data: data.artifacts?.[0]?.parts[1]?.data,
    failed: { state: failed.status.state, text: textOf(failed.status.message?.parts) },
    streamed: await stream(client),
    canceled,
    errors: {
      skill: skill.name,
      lists_skills: skill.message.includes(SKILL_LIST),
      unknown_task: (await errorOf(client.getTask({ id: 'none' }))).name,
      canceled_again: (await errorOf(client.cancelTask({ id }))).name,
    },
  }
}

async function stream(client: Client): Promise<readonly string[]> {
  const events: string[] = []
  for await (const event of client.sendMessageStream(text('reverse')))
    events.push(
      event.kind === 'artifact-update'
        ? `artifact ${textOf(event.artifact.parts)}`
        : event.status.state,
    )
  return events
}

/** Cancels a task when it reports its progress. */
async function cancel(client: Client) {
  let [id, progress, read, result, last_event] = ['', '', '', '', '']
  for await (const event of client.sendMessageStream(text('slow'))) {
    if (event.kind !== 'status-update') continue
    last_event = event.status.state
    if (last_event !== 'working') continue
    id = event.taskId
    progress = textOf(event.status.message?.parts)
    read = (await client.getTask({ id })).status.state
    result = (await client.cancelTask({ id })).status.state
  }
  return { id, progress, read, result, last_event }
}

/** Returns the name that the SDK gives an error; it has no class for wrong params. */
async function errorOf(call: Promise<unknown>): Promise<{ name: string; message: string }> {
  try {
    return { name: 'no error', message: JSON.stringify(await call) }
  } catch (error) {
    const { constructor, message: reason } = error as Error
    const isInvalid = reason.includes('(Code: -32602)')
    const name = constructor.name.replace('JSONRPCError', '').replace(/Error$/, '')
    return { name: isInvalid ? 'InvalidParams' : name, message: reason }
  }
}
