/** One of the servers of `bench/lease-http.ts`: `node bench/kit/lease-server.ts platform|fastify|http STORE`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import fastify from 'fastify'
import type { App } from '../../src/app/app.ts'
import { leaseLimit, rateLimitHeaders } from '../../src/auth/rate-limiter.ts'
import type { Heartbeat } from '../../src/domain/installations/lease.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { serveContender } from './contender.ts'
import { newFleet } from './fleet.ts'
import { benchApp } from './platform.ts'

const [kind = 'platform', store = 'memory:'] = process.argv.slice(2)
const INSTALLATIONS = 64
const app = await benchApp(store)

/** The handwritten route of the Fastify and `node:http` servers: authenticate, authorize, renew, respond. */
async function heartbeat(
  { services, jobs }: App,
  authorization: string | undefined,
  installation_id: string,
  input: Heartbeat,
) {
  const hash = hashToken(/^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1] ?? '')
  const found = await services.store.findRuntimeToken({ hash, now: services.now() })
  if (found?.installation.installation_id !== installation_id)
    return { status: 401, body: { error: 'unauthorized' } }
  if (found.token.first_used_at === null)
    await services.store.useRuntimeToken(jobs.platformContext(), { hash })
  const rate = services.limiter.consume(
    leaseLimit(found.installation.heartbeat_interval),
    installation_id,
  )
  if (!rate.allowed) return { status: 429, body: { error: 'too_many_requests' } }
  const outcome = await services.store.renewLease(jobs.platformContext(), {
    installation_id,
    token_hash: hash,
    heartbeat: input,
    jitter: Math.random(),
  })
  if (outcome.kind !== 'renewed') return { status: 403, body: { error: outcome.kind } }
  const { lease_expires_at, next_heartbeat_at } = outcome
  return {
    status: 200,
    body: { installation_id, lease_expires_at, next_heartbeat_at, command: null },
    headers: rateLimitHeaders(rate),
  }
}

const requestId = (): string => Buffer.from(app.services.random(12)).toString('base64url')
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

// ---- Fastify as documented: schemas for request and response --------------------------------

const text = (maxLength: number) => ({
  type: 'string',
  maxLength,
  pattern: '^[^\\u0000-\\u001F\\u007F]*$',
})
const BODY = {
  type: 'object',
  properties: {
    status: text(64),
    heartbeat_interval_seconds: { type: 'integer', minimum: 1, maximum: 86_400 },
    health_payload: { type: 'object' },
    command_ack: {
      type: 'object',
      required: ['id'],
      properties: { id: text(200), status: text(64), message: text(1024) },
    },
  },
}
const moment = { type: 'string', format: 'date-time' }
const LEASE = {
  type: 'object',
  properties: {
    installation_id: { type: 'string', format: 'uuid' },
    lease_expires_at: moment,
    next_heartbeat_at: moment,
    command: { type: 'object', nullable: true, additionalProperties: true },
  },
}

async function withFastify(): Promise<Server> {
  const server = fastify({ genReqId: requestId })
  server.post<{ Params: { id: string }; Body: Heartbeat }>(
    '/api/v1/installations/:id/lease',
    {
      schema: {
        params: {
          type: 'object',
          properties: { id: { type: 'string', format: 'uuid', maxLength: 36 } },
        },
        body: BODY,
        response: { 200: LEASE },
      },
    },
    async (request, reply) => {
      const { status, body, headers } = await heartbeat(
        app,
        request.headers.authorization,
        request.params.id,
        request.body,
      )
      return reply
        .code(status)
        .headers({ 'X-Request-ID': request.id, ...HEADERS, ...headers })
        .send(body)
    },
  )
  await server.ready()
  return server.server
}

// ---- Bare node:http, without validation: every request is assumed to be valid ---------------------------------------------------

const PATH = /^\/api\/v1\/installations\/([^/]+)\/lease$/

function bare(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Heartbeat
    void heartbeat(app, req.headers.authorization, PATH.exec(req.url!)![1]!, input).then(
      ({ status, body, headers }) => {
        const content = JSON.stringify(body)
        res
          .writeHead(status, {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(content),
            ...headers,
          })
          .end(content)
      },
    )
  })
}

const server =
  kind === 'platform' ? app.server : kind === 'fastify' ? await withFastify() : createServer(bare)
serveContender(server, (await newFleet(app.jobs, INSTALLATIONS)).installations, () =>
  app.services.store.close(),
)
