import { randomBytes } from 'node:crypto'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import { readStatement } from '../../src/domain/signatures/statement.ts'
import { signedByPlatform, type NewAgent, type PlatformKeys } from './author.ts'
import { Unexpected } from './client.ts'
import type { Scene } from './story.ts'

/** Others decide whether to believe the agent. Returns the keys with which the platform's own word can be checked. */
export async function trust(
  { api, tell, withKey, workspace_id }: Scene,
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

  await tell({
    title: 'Let a receiver verify what the agent signed',
    call: verify,
    status: 200,
    show: ({ valid, reason, freshness, policy, reputation_score }) => ({
      valid,
      reason,
      freshness,
      policy,
      reputation_score,
    }),
    means:
      'The agent signed who it is and what it wants; whoever receives that asks the registry before obeying. Signature, freshness and the policy of the workspace all agree.',
  })
  await tell({
    title: 'Replay the same signature',
    call: verify,
    status: 200,
    show: ({ valid, reason, freshness }) => ({ valid, reason, freshness }),
    means: 'A nonce is good once. The question was well put, hence 200; the verdict is no.',
  })

  const { headers } = await tell({
    title: 'Have an answer of the agent vouched for',
    call: () =>
      api.POST('/trust/headers', {
        headers: withKey,
        body: { svc_id, request_body_hash: sha256Hex('{"invoice":"4711"}') },
      }),
    status: 200,
    show: (made) => ({ ...made.headers }),
    means:
      "The agent sends these headers with its answer. The last one holds, for five minutes, the platform's word that this organization runs the agent. It is no signature of the agent.",
  })
  const { claims, signature } = readStatement<'vouch'>(headers['X-Svc-Vouch'])!
  const isSigned = (keys: PlatformKeys) =>
    signedByPlatform(keys, signedText('vouch', claims), signature)
  const { keys } = await tell({
    title: 'Check that signature on our own',
    call: () => api.GET('/trust/jwks'),
    status: 200,
    show: (set) => ({
      key: set.keys.map(({ kid }) => kid).join(', '),
      'trust headers': isSigned(set.keys)
        ? 'the signature verifies'
        : 'the signature does NOT verify',
    }),
    means:
      'The platform publishes its keys; from now on nobody has to ask it to check what it signed.',
  })
  if (!isSigned(keys))
    throw new Unexpected('The platform vouches with a key that it does not publish.')

  await tell({
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
    means:
      'Reputation follows from tasks that others asked for. There were none yet, so it starts in the middle: 50 of 100.',
  })
  return keys
}
