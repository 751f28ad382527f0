import type { components } from '../../generated/platform.ts'
import { policyClaims } from '../../src/domain/policies/policy.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import { signedByPlatform, type PlatformKeys } from './agent.ts'
import { UnexpectedResponse } from './client.ts'
import type { Credentials } from './install.ts'
import type { StepContext } from './steps.ts'

type Policy = components['schemas']['WorkspacePolicy']

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

  const isSigned = ({ policy_id, version, content, issuer, signature }: Policy) =>
    signedByPlatform(
      keys,
      signedText('policy', policyClaims({ policy_id, workspace_id, version, content, issuer })),
      signature,
    )
  const policy = await runStep({
    title: 'Read the policy of the workspace, as the agent does',
    call: () =>
      api.GET('/workspaces/{workspace_id}/policy', {
        headers: bearer(runtime_token),
        params: { path: { workspace_id } },
      }),
    status: 200,
    show: (got) => ({
      version: got.version,
      'content.a2a': got.content.a2a,
      'content.tools': got.content.tools,
      policy: isSigned(got) ? 'the signature verifies' : 'the signature does NOT verify',
    }),
    explanation:
      'The policy says what agents may do here, and is signed with the same keys. A new workspace allows everything; `svc-registry policy set` changes that, and running agents are notified.',
  })
  if (!isSigned(policy))
    throw new UnexpectedResponse(
      'The platform signed the policy with a key that it does not publish.',
    )
  return runtime_token
}
