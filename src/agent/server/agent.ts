import { randomBytes } from 'node:crypto'
import { table } from '../../../generated/agent.table.ts'
import { createDispatcher, type Dispatcher } from '../../contract/dispatch.ts'
import { readDocument } from '../../contract/document.ts'
import type { GateMode } from '../../contract/response-gate.ts'
import { sha256Hex, canonicalize } from '../../domain/crypto/hash.ts'
import { svcId } from '../../domain/crypto/svc-id.ts'
import { iso } from '../../domain/time.ts'
import { uuid7 } from '../../domain/uuid.ts'
import { createCall } from '../calls/call.ts'
import type { AgentManifest } from '../definition.ts'
import { stderrLogger, type Agent, type AgentOptions } from './options.ts'
import { standalone } from '../platform/link.ts'
import { createRunner } from '../tasks/runner.ts'
import { compileSkills } from '../tasks/skills.ts'
import { createAnswerVerifier } from '../trust/answer-verifier.ts'
import { createPlatformKeys } from '../trust/platform-keys.ts'
import { createReceiver } from '../trust/receiver.ts'
import { signerOf } from '../trust/signing.ts'
import { createTaskStore } from './a2a/task-store.ts'
import { checkCard } from './card.ts'
import type { AgentContract, Services } from './contract-types.ts'
import {
  afterAuth,
  afterValidation,
  clientOf,
  sessionOf,
  unauthenticated,
  type GateContext,
} from './gates.ts'
import { handlers } from './handlers.ts'
import { createOwnContract } from './own-contract.ts'
import { createListener } from './listener.ts'
import {
  createPresenter,
  failureFormatsOf,
  taskStatusOf,
  type FailureFormat,
} from './presentation.ts'
import { problems, type ProblemCode } from './problems.ts'
import { createSessions } from './sessions.ts'
import { signingDispatcher } from './signing-dispatcher.ts'
import { createAgentStatus } from './status.ts'
import { processClock } from '../clock.ts'

const document = readDocument(new URL('../../../generated/agent.json', import.meta.url))
const failureFormats = failureFormatsOf(document)

const DEFAULT_MAX_RUNNING_TASKS = 1000
const SYSTEM_CLOCK = { now_ms: Date.now }

/**
 * Creates an agent from a manifest and one function per skill. It serves every operation of the agent contract, with
 * validation, deadlines, trust headers and signatures.
 * @throws AgentDefinitionError listing every fault of the skills or, if there is none, of the card
 */
export async function createAgent<const M extends AgentManifest>(
  options: AgentOptions<M>,
): Promise<Agent> {
  const { manifest, chat, platform = standalone(), logger = stderrLogger, limits = {} } = options
  const { random = randomBytes, clock = SYSTEM_CLOCK, fetch = globalThis.fetch, url } = options
  const now_ms = clock.now_ms.bind(clock)
  const now = (): string => iso(now_ms())
  const newId = (): string => uuid7(now_ms(), random(10))
  const newNonce = (): string => Buffer.from(random(16)).toString('base64url')

  const capabilities = options.capabilities ?? manifest.capabilities.provides
  const skills = compileSkills(manifest, options.skills, capabilities)
  const signer = options.identity && signerOf(options.identity)
  const svc_id = signer?.svc_id ?? unregisteredId(manifest)
  const status = createAgentStatus({ manifest, svc_id, url, capabilities, platform, now_ms })
  const { card, health, stopping } = status
  checkCard(card(), document)
  const contract = createOwnContract(manifest, () => card().url, limits.body_bytes)

  const sessions = createSessions(now_ms, random)
  const runner = createRunner()
  const a2a_tasks = createTaskStore(now_ms)
  const uptime_ms = uptimeClock(options.clock)
  const keys = createPlatformKeys(() => platform.jwks(), { ...processClock, now: uptime_ms })
  const { require_signed = false } = manifest
  const receiver = createReceiver({ svc_id, platform, keys, require_signed, now_ms, uptime_ms })
  const max_running = limits.running_tasks ?? DEFAULT_MAX_RUNNING_TASKS
  const shared = { platform, runner, max_running, receiver, logger }
  const unsigned = await createAgentDispatcher(
    { ...shared, skills, a2a_tasks, sessions, chat, card, health, contract, now, newId },
    { ...shared, svc_id, stopping, url: () => card().url },
    options.response_gate,
  )
  const dispatcher = signingDispatcher(unsigned, { signer, now, newId })
  const verifier = createAnswerVerifier({ platform, keys, now_ms })
  return {
    svc_id,
    capabilities,
    card,
    health,
    dispatcher,
    running: runner.running,
    call: createCall({ signer, platform, verifier, now, newId, newNonce, fetch }),
    ...createListener({ dispatcher, limits, runner, status, logger }),
  }
}

/** Creates the dispatcher of the agents' contract, with the same pipeline as the platform's. */
function createAgentDispatcher(
  services: Services,
  gate: GateContext,
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
    gates: { afterAuth: afterAuth(gate), afterValidation },
    present: createPresenter(failureFormats),
    statusOf: (code, operation) => statusIn(operation && failureFormats.get(operation.id), code),
    onError: (error, { id }, operation) =>
      logger.error({ err: error, request_id: id, operation: operation?.id }, 'request failed'),
    onViolation: (violation, { id }) =>
      logger.error({ err: violation, request_id: id }, 'the response violates the contract'),
    onResponse: (entry) =>
      logger.info(
        { ...entry, milliseconds: Math.round(entry.milliseconds * 10) / 10 },
        'request completed',
      ),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}

/**
 * Returns the status of a problem in operations of a format; undefined if the status in `problems` applies. JSON-RPC uses
 * one status for all unreadable requests.
 */
function statusIn(format: FailureFormat | undefined, code: ProblemCode): number | undefined {
  if (format === 'task') return taskStatusOf(code)
  return format === 'rpc' && code === 'REQUEST_TIMEOUT'
    ? problems.MALFORMED_REQUEST.status
    : undefined
}

/** Returns the identifier of an agent without a key, which cannot be registered. It is derived from the manifest. */
function unregisteredId(manifest: AgentManifest): string {
  const { name, version } = manifest
  return svcId({ name, version, public_key: '', manifest_hash: sha256Hex(canonicalize(manifest)) })
}

/** Returns a clock that counts the milliseconds from now on. It is monotonic unless a clock was passed in. */
function uptimeClock(clock: AgentOptions['clock']): () => number {
  const now = clock ? () => clock.now_ms() : () => performance.now()
  const started = now()
  return () => now() - started
}
