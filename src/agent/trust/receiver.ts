import { sha256Hex } from '../../domain/crypto/hash.ts'
import { SVC_ID_PATTERN } from '../../domain/identity.ts'
import { FRESHNESS_WINDOW_MS, TASK_LIFETIME_MS } from '../../domain/limits.ts'
import type { AgentAudience, TaskClaims } from '../../domain/signatures/signature.ts'
import { readStatement } from '../../domain/signatures/statement.ts'
import { ms, parseTimestamp } from '../../domain/time.ts'
import type { VerifiedCaller } from '../definition.ts'
import type { Place, PlatformLink, TrustVerdict } from '../platform-link.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { requestContext, type Answered } from './signing.ts'
import { createSpentTasks } from './spent-tasks.ts'

/** Request headers, with names in lower case. Nothing in them has been validated. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** Why nothing is executed. `why` is a sentence for the caller. */
export type Rejection =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'invalid' | 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly cause?: unknown }

/** An agent's signature that has not been verified yet. */
interface AgentSignature {
  readonly kind: 'agent'
  readonly svc_id: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  readonly place: Place & { readonly workspace_id: string }
  readonly names_installation: boolean
}
/** A task statement whose signature and claims about this runtime are good; its body is still to be compared. */
interface TaskStatement {
  readonly kind: 'task'
  readonly claims: TaskClaims
}
/** What the headers of a request say about who signed it, judged as far as that is possible without the body. */
export type Presented = { readonly kind: 'nothing' } | AgentSignature | TaskStatement

/** What the body of a request adds. */
export interface Arrival {
  readonly bytes: Uint8Array
  /** What the body names; `chat` for a message. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly workspace_id: string | undefined
}

/** `caller` is undefined for a request that nobody signed; `answered` is what the answer to a signed one is bound to. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly caller: VerifiedCaller | undefined
  /** Where it runs, as somebody signed it. */
  readonly workspace_id: string | undefined
  readonly answered: Answered | undefined
}
export type Admission = Admitted | (Rejection & { readonly answered?: Answered })

/** Judges who may have something executed (docs/specification/trust.md#task and #trust). */
export interface Receiver {
  /** The first half, before anything of the body is read. */
  examine(headers: RequestHeaders, takesTasks: boolean): Promise<Presented | Rejection>
  /** The second half, once the body is known to be well-formed. */
  admit(presented: Presented, arrival: Arrival): Promise<Admission>
}

export interface ReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'place' | 'time' | 'verifyTrust'>
  readonly keys: PlatformKeys
  readonly require_signed: boolean
  /** The calendar of this machine, milliseconds since 1970. */
  readonly now_ms: () => number
  /** Milliseconds since this process began, by a clock that nobody sets. */
  readonly uptime_ms: () => number
}

/** How far two clocks may be apart where both are the platform's or follow it. */
const TOLERANCE_MS = 30_000
/** A clock that is corrected backwards makes no spent task fresh again. */
const REMEMBERED_MS = 300_000
const NONCE = /^[!-~]{1,200}$/

/**
 * The receiver of the trust protocol. From a caller it takes its identifier, nonce, timestamp and signature; everything else that was
 * signed it knows by itself, so that what was signed for anybody else, or for another purpose, does not verify here.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { svc_id: own, platform, keys, require_signed, now_ms, uptime_ms } = options
  const spent = createSpentTasks()

  /** The platform's time: what this machine thinks, within what the platform said. */
  function platformNow(): number {
    const time = platform.time()
    return time ? Math.min(Math.max(now_ms(), time.earliest_ms), time.latest_ms) : now_ms()
  }

  // ---- Before the body ----------------------------------------------------------------------------------------------

  async function examineTask(header: string): Promise<Presented | Rejection> {
    const statement = readStatement<'task'>(header)
    if (!statement) return invalid('X-Svc-Task cannot be read.')
    const place = platform.place()
    if (!place) return { kind: 'unavailable' }
    const fault = misdirected(statement.claims, place)
    if (fault !== undefined) return invalid(fault)
    switch (await keys.verify('task', statement)) {
      case 'unknown': return { kind: 'unavailable' }
      case 'wrong': return invalid('The task statement was not signed with a published key of the platform.')
      case 'verified': break
    }
    const untimely = untimelyFault(statement.claims)
    return untimely === undefined ? { kind: 'task', claims: statement.claims } : invalid(untimely)
  }

  /** Whether the task is for this very runtime. The claims come from a stranger still, and need not have the shape that they should. */
  function misdirected({ issuer, audience, upstream_url }: Partial<TaskClaims>, place: Place): string | undefined {
    const { svc_id, installation_id } = (audience ?? {}) as Partial<AgentAudience>
    if (issuer !== platform.issuer) return 'The task statement is of another platform than this agent is configured for.'
    if (svc_id !== own) return 'The platform signed this task for another agent.'
    if (installation_id !== place.installation_id) return 'The platform signed this task for another installation.'
    return upstream_url === place.upstream_url ? undefined : 'The platform signed this task for another address.'
  }

  function untimelyFault({ issued_at, expires_at }: TaskClaims): string | undefined {
    const now = platformNow()
    const [issued, expires] = [ms(issued_at), ms(expires_at)]
    if (expires - issued > TASK_LIFETIME_MS) return 'The task statement is valid for more than 60 seconds.'
    if (issued > now + TOLERANCE_MS) return 'The task statement was issued in the future.'
    if (expires < now - TOLERANCE_MS) return 'The task statement has expired.'
    // What ran before the start is not remembered, so it could run again.
    return issued < now - uptime_ms() ? 'The task statement was issued before this agent started.' : undefined
  }

  function examineAgent(headers: RequestHeaders, signature: string): Presented | Rejection {
    const { 'x-svc-agent-id': svc_id, 'x-svc-timestamp': timestamp, 'x-svc-nonce': nonce, 'x-svc-audience-installation': installation_id } = headers
    if (svc_id === undefined || timestamp === undefined || nonce === undefined) return invalid('A signature needs X-Svc-Agent-ID, X-Svc-Timestamp and X-Svc-Nonce beside it.')
    if (!SVC_ID_PATTERN.test(svc_id) || !NONCE.test(nonce)) return invalid('X-Svc-Agent-ID or X-Svc-Nonce cannot be read.')
    // The answer is signed for the caller's name, as answers to tasks are for the platform's: nobody else may have that one.
    if (svc_id === platform.issuer) return invalid('X-Svc-Agent-ID is the name of the platform.')
    const place = platform.place()
    if (!place || place.workspace_id === undefined) return { kind: 'unavailable' }
    if (installation_id !== undefined && installation_id !== place.installation_id) return invalid('The request was signed for another installation.')
    const age = Math.abs(platformNow() - (parseTimestamp(timestamp) ?? -Infinity))
    if (age > FRESHNESS_WINDOW_MS) return invalid('The timestamp is not within 300 seconds of now.')
    return { kind: 'agent', svc_id, timestamp, nonce, signature, place: { ...place, workspace_id: place.workspace_id }, names_installation: installation_id !== undefined }
  }

  // ---- With the body ------------------------------------------------------------------------------------------------

  async function admitAgent(signed: AgentSignature, { bytes, skill, workspace_id }: Arrival): Promise<Admission> {
    const { svc_id, signature, place } = signed
    if (skill === undefined) return invalid('A signed task has to name its skill.')
    if (isElsewhere(workspace_id, place.workspace_id)) return invalid('The body names another workspace than the one of this agent.')
    const audience = { svc_id: own, ...(signed.names_installation && { installation_id: place.installation_id }) }
    const context = requestContext({ issuer: platform.issuer, workspace_id: place.workspace_id, audience, skill }, bytes, signed)
    try {
      const verdict = await platform.verifyTrust({ svc_id, signature, context })
      if (!verdict) return invalid('The platform does not know this agent here.')
      const answered = { issuer: platform.issuer, audience: svc_id, request_nonce: signed.nonce, request_body_hash: context.request_body_hash }
      return admissionOf(verdict, svc_id, place.workspace_id, answered)
    } catch (cause) {
      return { kind: 'unavailable', cause }
    }
  }

  function admitTask({ claims }: TaskStatement, { bytes, skill, task_id, workspace_id }: Arrival): Admission {
    if (sha256Hex(bytes) !== claims.request_body_hash) return invalid('The body is not the one whose hash the platform signed.')
    if (task_id !== claims.task_id) return invalid('The platform signed another task_id than the body has.')
    if (skill !== claims.skill) return invalid('The platform signed another skill than the body names.')
    if (isElsewhere(workspace_id, claims.workspace_id)) return invalid('The platform signed another workspace than the body names.')
    // The body may have taken its time.
    const untimely = untimelyFault(claims)
    if (untimely !== undefined) return invalid(untimely)
    switch (spent.spend(claims.task_id, ms(claims.expires_at) + REMEMBERED_MS, platformNow())) {
      case 'spent': return invalid('The task was taken before.')
      case 'full': return { kind: 'unavailable' }
      case 'fresh': break
    }
    const { issuer, requester, task_id: request_nonce, request_body_hash } = claims
    return {
      kind: 'admitted', caller: { kind: 'platform', requester }, workspace_id: claims.workspace_id,
      answered: { issuer, audience: issuer, request_nonce, request_body_hash },
    }
  }

  return {
    async examine(headers, takesTasks) {
      const { 'x-svc-task': task, 'x-svc-signature': signature } = headers
      if (task !== undefined && signature !== undefined) return invalid('A request is signed by the platform or by an agent, not by both.')
      if (task !== undefined) return takesTasks ? examineTask(task) : invalid('The platform forwards tasks to /a2a/tasks only.')
      if (signature !== undefined) return examineAgent(headers, signature)
      return require_signed ? { kind: 'unsigned' } : { kind: 'nothing' }
    },
    async admit(presented, arrival) {
      switch (presented.kind) {
        case 'agent': return admitAgent(presented, arrival)
        case 'task': return admitTask(presented, arrival)
        case 'nothing': return require_signed ? { kind: 'unsigned' } : { kind: 'admitted', caller: undefined, workspace_id: undefined, answered: undefined }
      }
    },
  }
}

export const isRejection = (found: Presented | Admission | Rejection): found is Rejection => ['unsigned', 'invalid', 'refused', 'unavailable'].includes(found.kind)

const invalid = (why: string) => ({ kind: 'invalid', why }) as const
const isElsewhere = (named: string | undefined, own: string): boolean => named !== undefined && named !== own

/** Reasons for which a good signature does not help. */
const BARRED: readonly string[] = ['agent_active', 'policy']

/**
 * The platform's verdict as an admission. It has to say that it compared the audience with this runtime and that the request was not
 * seen before: a verdict that leaves either open is about a context that admits nobody (docs/specification/trust.md#audience).
 */
function admissionOf(verdict: TrustVerdict, svc_id: string, workspace_id: string, answered: Answered): Admission {
  const { valid, verification_status, reputation_score, checks, policy, audience, freshness } = verdict
  if (valid && (verdict.svc_id !== svc_id || audience !== 'matched' || freshness !== 'fresh')) return invalid('The platform did not find audience and freshness of the signature good.')
  if (valid) return { kind: 'admitted', caller: { kind: 'agent', svc_id, verification_status, reputation: reputation_score }, workspace_id, answered }
  const failed = checks.filter(({ passed }) => !passed)
  const wrong = failed.find(({ name }) => !BARRED.includes(name))
  if (wrong || failed.length === 0) return invalid(wrong?.detail ?? 'The platform found the signature not valid.')
  const why = policy.allowed ? failed[0]!.detail : `The policy of the workspace does not let this agent call (${policy.rule}).`
  return { kind: 'refused', why, answered }
}
