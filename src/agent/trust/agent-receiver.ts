import { SVC_ID_PATTERN } from '../../domain/agents/identity.ts'
import { FRESHNESS_WINDOW_MS } from '../../domain/limits.ts'
import { parseTimestamp, SECOND_MS } from '../../domain/time.ts'
import type { PlatformLink, TrustVerdict } from '../platform/link.ts'
import {
  invalid,
  namesOtherWorkspace,
  type Admission,
  type AgentSignature,
  type Rejection,
  type RequestBody,
  type RequestHeaders,
} from './admission.ts'
import { requestContext, type AnswerBinding } from './signing.ts'

export interface AgentReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'installation' | 'verifyTrust'>
  /** The platform's time, milliseconds since 1970. */
  readonly platform_now_ms: () => number
}

const NONCE = /^[!-~]{1,200}$/

/** Creates the receiver of requests that other agents sign (docs/specification/trust.md#trust). */
export const createAgentReceiver = (options: AgentReceiverOptions) => ({
  examine: (headers: RequestHeaders, signature: string) => examine(options, headers, signature),
  admit: (signed: AgentSignature, body: RequestBody) => admit(options, signed, body),
})

function examine(
  { platform, platform_now_ms }: AgentReceiverOptions,
  headers: RequestHeaders,
  signature: string,
): AgentSignature | Rejection {
  const {
    'x-svc-agent-id': svc_id,
    'x-svc-timestamp': timestamp,
    'x-svc-nonce': nonce,
    'x-svc-audience-installation': installation_id,
  } = headers
  if (svc_id === undefined || timestamp === undefined || nonce === undefined)
    return invalid(
      'A signature must be sent together with X-Svc-Agent-ID, X-Svc-Timestamp and X-Svc-Nonce.',
    )
  if (!SVC_ID_PATTERN.test(svc_id) || !NONCE.test(nonce))
    return invalid('X-Svc-Agent-ID or X-Svc-Nonce is malformed.')
  // Answers to tasks are signed with the name of the platform as the audience, so no caller may use that name.
  if (svc_id === platform.issuer)
    return invalid('X-Svc-Agent-ID is the name of the platform.', 'Sign as a registered agent.')
  const installation = platform.installation()
  if (!installation || installation.workspace_id === undefined) return { kind: 'unavailable' }
  if (installation_id !== undefined && installation_id !== installation.installation_id)
    return invalid(
      'The request was signed for another installation.',
      'Send it there, or sign it for this agent without X-Svc-Audience-Installation.',
    )
  const age = Math.abs(platform_now_ms() - (parseTimestamp(timestamp) ?? -Infinity))
  if (age > FRESHNESS_WINDOW_MS)
    return invalid(`The timestamp is not within ${FRESHNESS_WINDOW_MS / SECOND_MS} seconds of now.`)
  return {
    kind: 'agent',
    svc_id,
    timestamp,
    nonce,
    signature,
    installation: { ...installation, workspace_id: installation.workspace_id },
    names_installation: installation_id !== undefined,
  }
}

async function admit(
  { svc_id: receiver_id, platform }: AgentReceiverOptions,
  signed: AgentSignature,
  { body, skill, workspace_id }: RequestBody,
): Promise<Admission> {
  const { svc_id, signature, installation } = signed
  if (skill === undefined)
    return invalid(
      'A signed task must name its skill.',
      'Name it in the body, and sign the request again.',
    )
  if (namesOtherWorkspace(workspace_id, installation.workspace_id))
    return invalid(
      'The body names a workspace other than that of this agent.',
      'Correct or omit workspace_id, and sign the request again.',
    )
  const audience = {
    svc_id: receiver_id,
    ...(signed.names_installation && { installation_id: installation.installation_id }),
  }
  const context = requestContext(
    { issuer: platform.issuer, workspace_id: installation.workspace_id, audience, skill },
    body,
    signed,
  )
  try {
    const verdict = await platform.verifyTrust({ svc_id, signature, context })
    if (!verdict)
      return invalid(
        'The platform knows no agent with this X-Svc-Agent-ID, or does not show it to the organization of the called agent.',
        'Register the signing agent with this platform or make it visible, and sign the request again.',
      )
    return admissionOf(verdict, svc_id, installation.workspace_id, {
      issuer: platform.issuer,
      audience: svc_id,
      request_nonce: signed.nonce,
      request_body_hash: context.request_body_hash,
    })
  } catch (cause) {
    return { kind: 'unavailable', cause }
  }
}

/** The receiver supplies what was signed, so most signatures that do not match were made for another call. */
const SIGN_FOR_THIS_CALL =
  'Sign the request for this agent, its workspace and its platform, the called skill and the exact bytes of the body.'

/** The platform's checks that concern the caller's permission rather than its signature. */
const AUTHORIZATION_CHECKS: readonly string[] = ['agent_active', 'policy']

/**
 * Converts the platform's verdict into an admission. A valid verdict must also state that the audience is this runtime and that the request
 * is fresh, or the request is rejected (docs/specification/trust.md#audience).
 */
function admissionOf(
  verdict: TrustVerdict,
  svc_id: string,
  workspace_id: string,
  answer_binding: AnswerBinding,
): Admission {
  const { valid, verification_status, reputation_score, checks, policy, audience, freshness } =
    verdict
  if (valid && (verdict.svc_id !== svc_id || audience !== 'matched' || freshness !== 'fresh'))
    return invalid('The platform did not confirm the audience and freshness of the signature.')
  if (valid)
    return {
      kind: 'admitted',
      caller: { kind: 'agent', svc_id, verification_status, reputation: reputation_score },
      workspace_id,
      answer_binding,
    }
  const failed = checks.filter(({ passed }) => !passed)
  const invalid_check = failed.find(({ name }) => !AUTHORIZATION_CHECKS.includes(name))
  if (invalid_check?.name === 'signature') return invalid(invalid_check.detail, SIGN_FOR_THIS_CALL)
  if (invalid_check || failed.length === 0)
    return invalid(invalid_check?.detail ?? 'The platform found the signature to be invalid.')
  const refused = policy.allowed
    ? { reason: failed[0]!.detail, remedy: 'Only an operator of the platform can lift this.' }
    : {
        reason: `The policy of the workspace does not allow this agent to call (${policy.rule}).`,
        remedy: "Ask an owner or admin of the workspace's organization.",
      }
  return { kind: 'refused', ...refused, answer_binding }
}
