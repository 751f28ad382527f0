import express from 'express'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { table } from '../../generated/agent.table.ts'
import { createBodies } from '../contract/body-reader.ts'
import { createDispatcher, type Dispatcher } from '../contract/dispatch.ts'
import { readDocument } from '../contract/document.ts'
import type { GateMode } from '../contract/response-gate.ts'
import { failed, notFound, serve } from '../contract/serve.ts'
import { closeServer, createContractServer } from '../contract/server.ts'
import { sha256Hex } from '../domain/crypto/hash.ts'
import { canonicalize } from '../domain/crypto/jcs.ts'
import { svcId } from '../domain/crypto/messages.ts'
import { iso } from '../domain/time.ts'
import { uuid7 } from '../domain/uuid.ts'
import type { Agent, AgentOptions } from './agent-options.ts'
import { attended } from './attend.ts'
import { createCall } from './call.ts'
import { baseOf, cardOf, checkCard, isLocal, type AgentCard } from './card.ts'
import type { AgentContract, Health, Services } from './contract-types.ts'
import type { AgentManifest } from './definition.ts'
import {
  afterAuth,
  afterValidation,
  clientOf,
  sessionOf,
  unauthenticated,
  type DoorFacts,
} from './gates.ts'
import { handlers } from './handlers/handlers.ts'
import { standalone } from './platform-link.ts'
import { quietLogger } from './logger.ts'
import { presentation, shapesOf, taskStatusOf, type Shape } from './present.ts'
import { problems, type ProblemCode } from './problems.ts'
import { createSessions } from './sessions.ts'
import { compileSkills } from './skills.ts'
import { createRunner } from './tasks.ts'
import { createAnswerJudge } from './trust/answers.ts'
import { createPlatformKeys } from './trust/platform-keys.ts'
import { createReceiver } from './trust/receiver.ts'
import { signerOf } from './trust/signing.ts'

const document = readDocument(new URL('../../generated/agent.json', import.meta.url))
const shapes = shapesOf(document)

const PORT = 8090
const GRACE_MS = 10_000
/** Interrupted tasks still get their answer. */
const LAST_WORDS_MS = 500
const RUNNING_TASKS = 1000
const MOST_SECONDS = 2 ** 31 - 1

/**
 * Makes an agent of a manifest and one function per skill. It serves the whole contract of agents: card, health, sessions and chat,
 * JSON-RPC and tasks, with schemas, deadlines, trust headers and signatures looked after.
 * @throws AgentDefinitionError naming everything that is wrong with the definition
 */
export async function createAgent<const M extends AgentManifest>(
  options: AgentOptions<M>,
): Promise<Agent> {
  const { manifest, chat, platform = standalone(), logger = quietLogger, limits = {} } = options
  const {
    random = randomBytes,
    clock: { now_ms } = SYSTEM_CLOCK,
    fetch = globalThis.fetch,
  } = options
  const capabilities = options.capabilities ?? manifest.capabilities.provides
  const skills = compileSkills(manifest, options.skills, capabilities)
  const signer = options.identity && signerOf(options.identity)
  const svc_id = signer?.svc_id ?? idOfManifest(manifest)
  const now = (): string => iso(now_ms())
  const newId = (): string => uuid7(now_ms(), random(10))
  const newNonce = (): string => Buffer.from(random(16)).toString('base64url')

  const public_url =
    options.url ??
    manifest.url ??
    (isLocal(manifest.a2a.upstream_url) ? undefined : baseOf(manifest.a2a.upstream_url))
  let local_url = baseOf(manifest.a2a.upstream_url)
  let stopping = false
  const started_ms = now_ms()
  const card = (): AgentCard =>
    cardOf({ manifest, svc_id, url: public_url ?? local_url, capabilities, platform })
  const health = (): Health => ({
    status: statusOf(stopping, platform.paused()),
    svc_id,
    version: manifest.version,
    uptime_seconds: Math.min(Math.max(0, Math.floor((now_ms() - started_ms) / 1000)), MOST_SECONDS),
    mode: platform.standing().mode === 'running' ? 'running' : 'degraded',
    timestamp: now(),
  })
  checkCard(card(), document)

  const sessions = createSessions(now_ms, random)
  const runner = createRunner()
  const keys = createPlatformKeys(() => platform.jwks(), now_ms)
  const { require_signed = false } = manifest
  const receiver = createReceiver({
    svc_id,
    platform,
    keys,
    require_signed,
    now_ms,
    uptime_ms: uptimeClock(options.clock),
  })
  const most_running = limits.running_tasks ?? RUNNING_TASKS
  const services: Services = {
    skills,
    runner,
    most_running,
    sessions,
    receiver,
    chat,
    platform,
    logger,
    card,
    health,
    now,
    newId,
  }
  const door: DoorFacts = {
    svc_id,
    platform,
    runner,
    most_running,
    stopping: () => stopping,
    receiver,
    logger,
  }
  const dispatcher = attended(await dispatch(services, door, options.response_gate), {
    signer,
    now,
    newId,
  })
  const bodies = createBodies()
  const middleware = serve(dispatcher, {
    bodies,
    ...(limits.body_bytes !== undefined && { bodyLimit: limits.body_bytes }),
  })
  const report = (error: unknown) => logger.error({ err: error }, 'failed outside a request')
  const app = express()
    .disable('x-powered-by')
    .use(middleware, notFound(dispatcher), failed(dispatcher, report))
  const server = createContractServer(app, dispatcher)

  return {
    svc_id,
    capabilities,
    card,
    health,
    dispatcher,
    middleware,
    running: runner.running,
    bodies: bodies.counts,
    call: createCall({
      signer,
      platform,
      judge: createAnswerJudge({ platform, keys, now_ms }),
      now,
      newId,
      newNonce,
      fetch,
    }),
    async listen({ port = PORT, host = '127.0.0.1' } = {}) {
      server.listen(port, host)
      await once(server, 'listening')
      const { port: taken } = server.address() as AddressInfo
      local_url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
      return { url: local_url, port: taken }
    },
    async close({ grace_ms = GRACE_MS } = {}) {
      stopping = true
      const interruption = setTimeout(runner.interrupt, grace_ms)
      await closeServer(server, grace_ms + LAST_WORDS_MS)
      clearTimeout(interruption)
    },
  }
}

/** The contract, brought to life by the same machinery as the platform's. */
function dispatch(
  services: Services,
  door: DoorFacts,
  mode: GateMode = 'log',
): Promise<Dispatcher> {
  const { sessions, logger, newId } = services
  return createDispatcher<AgentContract>({
    document,
    table,
    problems,
    handlers,
    services,
    newId,
    mode,
    authenticators: {
      AgentSession: (request) => {
        const session = sessionOf(sessions, request)
        return session && { session }
      },
      ClientId: (request) => clientOf(sessions, request),
    },
    unauthenticated: unauthenticated(sessions),
    gates: { afterAuth: afterAuth(door), afterValidation },
    present: presentation(shapes),
    statusOf: (code, operation) => statusIn(operation && shapes.get(operation.id), code),
    failed: (error, { id }, operation) =>
      logger.error({ err: error, request_id: id, operation: operation?.id }, 'request failed'),
    violated: (violation, { id }) =>
      logger.error({ err: violation, request_id: id }, 'answer breaks the contract'),
    answered: (answered) =>
      logger.info(
        { ...answered, milliseconds: Math.round(answered.milliseconds * 10) / 10 },
        'answered',
      ),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}

/** The status of a problem in the shape of its operation; undefined is the table's. JSON-RPC has one for every request that it cannot read. */
function statusIn(shape: Shape | undefined, code: ProblemCode): number | undefined {
  if (shape === 'task') return taskStatusOf(code)
  return shape === 'rpc' && code === 'REQUEST_TIMEOUT'
    ? problems.MALFORMED_REQUEST.status
    : undefined
}

function statusOf(stopping: boolean, paused: boolean): string {
  if (stopping) return 'stopping'
  return paused ? 'paused' : 'ok'
}

/** The identifier of an agent without a key: it follows from the manifest, and nobody can register it. */
function idOfManifest(manifest: AgentManifest): string {
  const { name, version } = manifest
  return svcId({ name, version, public_key: '', manifest_hash: sha256Hex(canonicalize(manifest)) })
}

/** Milliseconds since it was made. The calendar of a machine can be set, so that is only looked at where a clock was handed in. */
function uptimeClock(clock: AgentOptions['clock']): () => number {
  const now = clock ? () => clock.now_ms() : () => performance.now()
  const started = now()
  return () => now() - started
}

const SYSTEM_CLOCK = { now_ms: Date.now }
