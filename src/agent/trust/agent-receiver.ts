import { SVC_ID_PATTERN } from '../../domain/agents/identity.ts'
import { FRESHNESS_WINDOW_MS } from '../../domain/limits.ts'
import { parseTimestamp } from '../../domain/time.ts'
import type { PlatformLink, TrustVerdict } from '../platform-link.ts'
import {
  invalid,
  isElsewhere,
  type Admission,
  type AgentSignature,
  type Arrival,
  type Rejection,
  type RequestHeaders,
} from './admission.ts'
import { requestContext, type Answered } from './signing.ts'

export interface AgentReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'place' | 'verifyTrust'>
  /** The platform's time, milliseconds since 1970. */
  readonly platform_now_ms: () => number
}

const NONCE = /^[!-~]{1,200}$/

/** Receives the requests that other agents sign (docs/specification/trust.md#trust). */
export function createAgentReceiver({
  svc_id: own,
  platform,
  platform_now_ms,
}: AgentReceiverOptions) {
  function examine(headers: RequestHeaders, signature: string): AgentSignature | Rejection {
    const {
      'x-svc-agent-id': svc_id,
      'x-svc-timestamp': timestamp,
      'x-svc-nonce': nonce,
      'x-svc-audience-installation': installation_id,
    } = headers
    if (svc_id === undefined || timestamp === undefined || nonce === undefined)
      return invalid('A signature needs X-Svc-Agent-ID, X-Svc-Timestamp and X-Svc-Nonce beside it.')
    if (!SVC_ID_PATTERN.test(svc_id) || !NONCE.test(nonce))
      return invalid('X-Svc-Agent-ID or X-Svc-Nonce cannot be read.')
    // The answer is signed for the caller's name, as answers to tasks are for the platform's: nobody else may have that one.
    if (svc_id === platform.issuer) return invalid('X-Svc-Agent-ID is the name of the platform.')
    const place = platform.place()
    if (!place || place.workspace_id === undefined) return { kind: 'unavailable' }
    if (installation_id !== undefined && installation_id !== place.installation_id)
      return invalid('The request was signed for another installation.')
    const age = Math.abs(platform_now_ms() - (parseTimestamp(timestamp) ?? -Infinity))
    if (age > FRESHNESS_WINDOW_MS) return invalid('The timestamp is not within 300 seconds of now.')
    return {
      kind: 'agent',
      svc_id,
      timestamp,
      nonce,
      signature,
      place: { ...place, workspace_id: place.workspace_id },
      names_installation: installation_id !== undefined,
    }
  }

  async function admit(
    signed: AgentSignature,
    { bytes, skill, workspace_id }: Arrival,
  ): Promise<Admission> {
    const { svc_id, signature, place } = signed
    if (skill === undefined) return invalid('A signed task has to name its skill.')
    if (isElsewhere(workspace_id, place.workspace_id))
      return invalid('The body names another workspace than the one of this agent.')
    const audience = {
      svc_id: own,
      ...(signed.names_installation && { installation_id: place.installation_id }),
    }
    const context = requestContext(
      { issuer: platform.issuer, workspace_id: place.workspace_id, audience, skill },
      bytes,
      signed,
    )
    try {
      const verdict = await platform.verifyTrust({ svc_id, signature, context })
      if (!verdict) return invalid('The platform does not know this agent here.')
      const answered = {
        issuer: platform.issuer,
        audience: svc_id,
        request_nonce: signed.nonce,
        request_body_hash: context.request_body_hash,
      }
      return admissionOf(verdict, svc_id, place.workspace_id, answered)
    } catch (cause) {
      return { kind: 'unavailable', cause }
    }
  }

  return { examine, admit }
}

/** Reasons for which a good signature does not help. */
const BARRED: readonly string[] = ['agent_active', 'policy']

/**
 * The platform's verdict as an admission. It has to say that it compared the audience with this runtime and that the request was not
 * seen before: a verdict that leaves either open is about a context that admits nobody (docs/specification/trust.md#audience).
 */
function admissionOf(
  verdict: TrustVerdict,
  svc_id: string,
  workspace_id: string,
  answered: Answered,
): Admission {
  const { valid, verification_status, reputation_score, checks, policy, audience, freshness } =
    verdict
  if (valid && (verdict.svc_id !== svc_id || audience !== 'matched' || freshness !== 'fresh'))
    return invalid('The platform did not find audience and freshness of the signature good.')
  if (valid)
    return {
      kind: 'admitted',
      caller: { kind: 'agent', svc_id, verification_status, reputation: reputation_score },
      workspace_id,
      answered,
    }
  const failed = checks.filter(({ passed }) => !passed)
  const wrong = failed.find(({ name }) => !BARRED.includes(name))
  if (wrong || failed.length === 0)
    return invalid(wrong?.detail ?? 'The platform found the signature not valid.')
  const why = policy.allowed
    ? failed[0]!.detail
    : `The policy of the workspace does not let this agent call (${policy.rule}).`
  return { kind: 'refused', why, answered }
}
