import type { NewAgent } from './agent.ts'
import type { StepContext } from './steps.ts'

/** Registers an agent with a new key pair. */
export async function register(
  { api, runStep, output, withKey, owner }: StepContext,
  { registration, proofFor }: NewAgent,
): Promise<void> {
  const { svc_id } = registration

  output.step('Create a key pair, and compute the svc_id')
  output.fields({ ...registration })
  output.explanation(
    'No request yet. The svc_id is the SHA-256 of name, version, public key and manifest hash in canonical JSON, so nobody can get the same id with another key.',
  )

  await runStep({
    title: 'Register it, with a proof of possession of the key',
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
    explanation:
      'The registry recomputed the id and checked the key and the proof, which names this organization and this platform: the agent is verified at once. Without a proof it would be a claim: usable, but pending, and others could claim the agent too.',
  })

  await runStep({
    title: 'Check whether the agent is valid',
    call: () =>
      api.GET('/agents/{svc_id}/verify', { headers: withKey, params: { path: { svc_id } } }),
    status: 200,
    show: ({ valid, name, version }) => ({ valid, name, version }),
    explanation:
      'Any organization can check this, with an API key that has the scope agents:read. The result becomes false as soon as an operator suspends the agent.',
  })
}
