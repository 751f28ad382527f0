import type { NewAgent } from './author.ts'
import type { Scene } from './story.ts'

/** A key pair becomes an agent that others can look up. */
export async function register(
  { api, tell, voice, withKey, owner }: Scene,
  { registration, proofFor }: NewAgent,
): Promise<void> {
  const { svc_id } = registration

  voice.step('Make a key pair, and compute who the agent is')
  voice.facts({ ...registration })
  voice.means(
    'No request yet. The svc_id is the SHA-256 of name, version, public key and manifest hash in canonical JSON: an agent is its key, and nobody else can come by the same id.',
  )

  await tell({
    title: 'Register it, with a proof that we hold the key',
    call: () =>
      api.POST('/agents/register', {
        headers: withKey,
        body: { ...registration, proof: proofFor(owner), private: false },
      }),
    status: 201,
    show: ({ did, verification_status, registered_at }) => ({
      did,
      verification_status,
      registered_at,
    }),
    means:
      'The registry recomputed the id, found the key sound and the proof signed with it, for this organization and this platform: verified at once. Without a proof it would be a claim: usable, but pending, and others could claim the agent too.',
  })

  await tell({
    title: 'Ask whether the agent may be relied on',
    call: () =>
      api.GET('/agents/{svc_id}/verify', { headers: withKey, params: { path: { svc_id } } }),
    status: 200,
    show: ({ valid, name, version }) => ({ valid, name, version }),
    means:
      'Everybody with a key may ask. The answer turns to false the moment an operator suspends the agent.',
  })
}
