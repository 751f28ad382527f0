import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { load } from '../install.ts'

/** The context of a task in both versions of the SDK, limited to the members that this file reads. */
interface Context {
  readonly taskId: string
  readonly contextId: string
  readonly userMessage: {
    readonly parts: readonly {
      readonly text?: string
      readonly content?: { readonly value: unknown }
    }[]
  }
}
interface Bus {
  publish(event: object): void
  finished(): void
}
interface ServerSdk {
  readonly InMemoryTaskStore: new () => object
  readonly DefaultRequestHandler: new (card: object, store: object, executor: object) => object
}
interface ExpressSdk {
  readonly jsonRpcHandler: (options: object) => unknown
  readonly agentCardHandler: (options: object) => unknown
  readonly UserBuilder: { readonly noAuthentication: unknown }
}
type Express = () => {
  use(path: string, handler: unknown): void
  listen(port: number, host: string): Server
}

/** How a version of the SDK writes events. */
export interface Dialect {
  readonly sdk: string
  card(url: string): object
  message(context: Context, text: string): object
  task(context: Context, state: State): object
  status(context: Context, state: State, text?: string): object
  artifact(context: Context, text: string): object
}
export type State = 'working' | 'completed' | 'failed' | 'canceled' | 'input-required'

/** Serves an agent like those in the SDK's documentation, and returns its address. The text of a message determines what it does. */
export async function serveA2a({ sdk, card, ...events }: Dialect) {
  const { InMemoryTaskStore, DefaultRequestHandler } = load<ServerSdk>(`${sdk}/server`)
  const { jsonRpcHandler, agentCardHandler, UserBuilder } = load<ExpressSdk>(
    `${sdk}/server/express`,
  )
  const app = load<Express>('express')()
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const canceled = new Set<string>()
  const executor = {
    async execute(context: Context, bus: Bus): Promise<void> {
      const [part] = context.userMessage.parts
      const text = String(part?.text ?? part?.content?.value)
      if (text === 'hello') bus.publish(events.message(context, 'Hello World'))
      else await work(context, bus, text)
      bus.finished()
    },
    async cancelTask(taskId: string, bus: Bus): Promise<void> {
      canceled.add(taskId)
      const context = { taskId, contextId: 'c', userMessage: { parts: [] } }
      bus.publish(events.status(context, 'canceled'))
      bus.finished()
    },
  }
  const work = async (context: Context, bus: Bus, text: string): Promise<void> => {
    bus.publish(events.task(context, 'working'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (text === 'ask') return bus.publish(events.status(context, 'input-required', 'Which one?'))
    if (text === 'fail') return bus.publish(events.status(context, 'failed', 'On purpose.'))
    while (text === 'wait' && !canceled.has(context.taskId))
      await new Promise((resolve) => setTimeout(resolve, 50))
    if (canceled.has(context.taskId)) return
    bus.publish(events.artifact(context, `Worked on ${text}`))
    bus.publish(events.status(context, 'completed'))
  }
  const requestHandler = new DefaultRequestHandler(card(url), new InMemoryTaskStore(), executor)
  const userBuilder = UserBuilder.noAuthentication
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }))
  return {
    url,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
