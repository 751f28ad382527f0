import { expect, it } from 'vitest'
import { run } from '../scripts/quickstart/run.ts'
import { publicJwk, keyPairOfSeed } from '../src/domain/crypto/ed25519.ts'
import { DEFAULT_POLICY, policyClaims } from '../src/domain/policies/policy.ts'
import { signClaims } from '../src/domain/signatures/signature.ts'

const pair = (seed: number) => keyPairOfSeed(new Uint8Array(32).fill(seed))

/** Runs the steps of an installed agent on responses in which this key signed the policy. Returns the fields that are printed. */
async function runWith(seed: number) {
  const policy = { policy_id: 'pol_1', version: 1, content: DEFAULT_POLICY, issuer: 'urn:test' }
  const claims = policyClaims({ ...policy, workspace_id: 'ws_1' })
  const signature = signClaims(pair(seed).privateKey, 'policy', claims)
  const shown: object[] = []
  const context = {
    api: {
      POST: () => ({ runtime_token: 'srt_1' }),
      GET: () => ({ ...policy, signature }),
    },
    runStep: async (step: { call: () => object; show: (data: object) => object }) => {
      const data = step.call()
      shown.push(step.show(data))
      return data
    },
    bearer: () => ({}),
    workspace_id: 'ws_1',
  }
  await run(context as never, { installation_id: 'i', refresh_token: 'r' } as never, [
    publicJwk(pair(1).publicKey),
  ])
  return shown.at(-1)
}

it('the quickstart stops if the platform signed the policy with a key that it does not publish', async () => {
  expect(await runWith(1)).toMatchObject({ policy: 'the signature verifies' })
  await expect(runWith(2)).rejects.toThrow(
    'The platform signed the policy with a key that it does not publish.',
  )
})
