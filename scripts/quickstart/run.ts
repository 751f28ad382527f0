import { policyClaims } from '../../src/domain/policies/policy.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import { signedByPlatform, type PlatformKeys } from './agent.ts'
import type { Credentials } from './install.ts'
import type { StepContext } from './steps.ts'

/** Does what an installed agent does in operation. Returns its new runtime token. */
export async function run(
  { api, runStep, withKey, bearer, workspace_id }: StepContext,
  { installation_id, refresh_token }: Credentials,
  keys: PlatformKeys,
): Promise<string> {
  const { runtime_token } = await runStep({
    title: 'Refresh the runtime token',
    call: () =>
      api.POST('/installations/{installation_id}/refresh', {
        params: { path: { installation_id } },
        body: { refresh_token },
      }),
    status: 200,
    show: (issued) => ({
      runtime_token: issued.runtime_token,
      token_version: issued.token_version,
      expires_at: issued.expires_at,
    }),
    explanation:
      'Token versions only increase. Older tokens stay valid until five minutes after the first use of the new one, so that no process of the agent is interrupted.',
  })

  await runStep({
    title: 'Register where the agent runs',
    call: () =>
      api.POST('/installations/{installation_id}/beacon/register', {
        headers: withKey,
        params: { path: { installation_id } },
        body: { platform: 'docker', metadata: { image: 'acme/invoice-reader:1.0.0' } },
      }),
    status: 200,
    show: ({ platform, metadata, registered_at }) => ({ platform, metadata, registered_at }),
    explanation: 'This informs the people who operate the agent.',
  })

  await runStep({
    title: 'Read the policy of the workspace, as the agent does',
    call: () =>
      api.GET('/workspaces/{workspace_id}/policy', {
        headers: bearer(runtime_token),
        params: { path: { workspace_id } },
      }),
    status: 200,
    show: ({ policy_id, version, content, issuer, signature }) => ({
      version,
      'content.a2a': content.a2a,
      'content.tools': content.tools,
      policy: signedByPlatform(
        keys,
        signedText('policy', policyClaims({ policy_id, workspace_id, version, content, issuer })),
        signature,
      )
        ? 'the signature verifies'
        : 'the signature does NOT verify',
    }),
    explanation:
      'The policy says what agents may do here, and is signed with the same keys. A new workspace allows everything; `svc-registry policy set` changes that, and running agents are notified.',
  })
  return runtime_token
}
