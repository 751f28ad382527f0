import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createBodyBudget, type BodyCounts } from '../../contract/body-budget.ts'
import type { Dispatcher } from '../../contract/dispatch.ts'
import { errorHandler, notFound, serve, type Middleware } from '../../contract/express.ts'
import { closeServer, createContractServer } from '../../contract/server.ts'
import type { AgentLogger } from '../definition.ts'
import type { Runner } from '../tasks/runner.ts'
import type { AgentStatus } from './status.ts'
import { DEFAULT_PORT, type AgentLimits, type ListenOptions } from './options.ts'

const GRACE_MS = 10_000
/** Time to send the answers to interrupted tasks. */
const RESPONSE_MS = 500

export interface ListenerOptions {
  readonly dispatcher: Dispatcher
  readonly limits: AgentLimits
  readonly runner: Runner
  readonly status: AgentStatus
  readonly logger: AgentLogger
}

export interface Listener {
  readonly middleware: Middleware
  bodies(): BodyCounts
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  close(options?: { readonly grace_ms?: number }): Promise<void>
}

/** Creates the HTTP server of an agent; it does not listen yet. */
export function createListener(options: ListenerOptions): Listener {
  const { dispatcher, limits, runner, status, logger } = options
  const bodies = createBodyBudget()
  const middleware = serve(dispatcher, {
    bodies,
    ...(limits.body_bytes !== undefined && { bodyLimit: limits.body_bytes }),
  })
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'a request failed outside of the dispatcher')
  const app = express()
    .disable('x-powered-by')
    .use(middleware, notFound(dispatcher), errorHandler(dispatcher, onError))
  const server = createContractServer(app, dispatcher)
  return {
    middleware,
    bodies: bodies.counts,
    async listen({ port: requested_port = DEFAULT_PORT, host = '127.0.0.1' } = {}) {
      server.listen(requested_port, host)
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
      status.setLocalUrl(url)
      return { url, port }
    },
    async close({ grace_ms = GRACE_MS } = {}) {
      status.setStopping()
      const interruption = setTimeout(runner.interrupt, grace_ms)
      // A task that its client does not wait for has no connection that would keep the server open.
      await Promise.all([closeServer(server, grace_ms + RESPONSE_MS), runner.drained()])
      clearTimeout(interruption)
    },
  }
}
