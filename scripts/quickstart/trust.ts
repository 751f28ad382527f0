import { randomBytes } from 'node:crypto'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { signedText, readStatement } from '../../src/domain/signatures/signature.ts'
import { signedByPlatform, type NewAgent, type PlatformKeys } from './agent.ts'
import { UnexpectedResponse } from './client.ts'
import type { StepContext } from './steps.ts'

/** Verifies signatures of the agent and of the platform. Returns the platform's keys. */
export async function trust(
  { api, runStep, withKey, workspace_id }: StepContext,
  agent: NewAgent,
): Promise<PlatformKeys> {
  const { svc_id } = agent.registration
  const context = {
    workspace_id,
    skill: 'read_invoice',
    timestamp: new Date().toISOString(),
    nonce: randomBytes(16).toString('base64url'),
  }
  const verify = () =>
    api.POST('/trust/verify', {
      headers: withKey,
      body: { svc_id, signature: agent.signContext(context), context },
    })

  await runStep({
    title: 'Verify a signature of the agent, as a receiver does',
    call: verify,
    status: 200,
    show: ({ valid, reason, freshness, policy, reputation_score }) => ({
      valid,
      reason,
      freshness,
      policy,
      reputation_score,
    }),
    explanation:
      'The agent signed its id and the context of a request; a receiver has the registry verify it before acting. Signature, freshness and the policy of the workspace are all checked.',
  })
  await runStep({
    title: 'Replay the same signature',
    call: verify,
    status: 200,
    show: ({ valid, reason, freshness }) => ({ valid, reason, freshness }),
    explanation:
      'A nonce is accepted once. The request is well-formed, hence the status 200, but the signature was replayed.',
  })

  const { headers } = await runStep({
    title: 'Request trust headers for a response of the agent',
    call: () =>
      api.POST('/trust/headers', {
        headers: withKey,
        body: { svc_id, request_body_hash: sha256Hex('{"invoice":"4711"}') },
      }),
    status: 200,
    show: (made) => ({ ...made.headers }),
    explanation:
      'The agent sends these headers with its response. In the last one the platform states that this organization runs the agent; the statement is valid for five minutes. It is not a signature of the agent.',
  })
  const { claims, signature } = readStatement<'vouch'>(headers['X-Svc-Vouch'])!
  const isSigned = (keys: PlatformKeys) =>
    signedByPlatform(keys, signedText('vouch', claims), signature)
  const { keys } = await runStep({
    title: "Verify the platform's signature in the last header with the published keys",
    call: () => api.GET('/trust/jwks'),
    status: 200,
    show: (set) => ({
      key: set.keys.map(({ kid }) => kid).join(', '),
      'trust headers': isSigned(set.keys)
        ? 'the signature verifies'
        : 'the signature does NOT verify',
    }),
    explanation: 'The platform publishes its keys, so anyone can verify its signatures offline.',
  })
  if (!isSigned(keys))
    throw new UnexpectedResponse('The platform signed with a key that it does not publish.')

  await runStep({
    title: "Read the agent's trust profile",
    call: () =>
      api.GET('/trust/profile/{did}', {
        headers: withKey,
        params: { path: { did: `did:svc:${svc_id}` } },
      }),
    status: 200,
    show: ({ verification_status, reputation: { score, samples }, disputes, last_seen_at }) => ({
      verification_status,
      reputation: { score, samples },
      disputes,
      last_seen_at,
    }),
    explanation:
      'Reputation is computed from tasks that other organizations requested. There are none yet, so it starts at 50 out of 100.',
  })
  return keys
}
