import { generateKeyPairSync, sign } from 'node:crypto'
import { table as agentTable } from '../generated/agent.table.ts'
import { table as platformTable } from '../generated/platform.table.ts'
import { signedText } from '../src/domain/signatures/signature.ts'
import { startSandbox, type SandboxInfo } from '../src/sandbox/sandbox.ts'
import { IMAGE_REF } from './steps.ts'
import { receive, recordingProxy, type Received, type Recorder } from './proxy.ts'
import type { Contract } from './contracts.ts'

/** The environment of a program: its variables, and the records of what it does. */
export interface Environment {
  readonly env: Readonly<Record<string, string>>
  readonly proxy: Recorder
  readonly received: Received
  readonly stop: () => Promise<void>
}

/** Starts a sandbox for a program that uses a contract, behind a recording proxy. */
export async function startEnvironment(contract: Contract): Promise<Environment> {
  const { info, serving } = await startSandbox(0, 'silent')
  const proxy =
    contract === 'platform'
      ? await recordingProxy(info.base_url, platformTable)
      : await recordingProxy(info.agent.url, agentTable)
  const received = await receive(info.mail_url)
  const stop = async (): Promise<void> => {
    proxy.stop()
    received.stop()
    await serving.stop()
  }
  return { env: variables(info, proxy, received), proxy, received, stop }
}

function variables(
  { organizations, agent: { skills } }: SandboxInfo,
  proxy: Recorder,
  received: Received,
): Record<string, string> {
  const free = organizations.find(({ plan }) => plan === 'free')!
  const { organization_id, workspace_id, admin_email, api_key } = organizations.find(
    ({ plan }) => plan === 'enterprise',
  )!
  return {
    SVC_BASE_URL: proxy.url,
    SVC_PIN_URL: `${received.url}/pin`,
    SVC_INTAKE_URL: received.url,
    SVC_ORGANIZATION_ID: organization_id,
    SVC_WORKSPACE_ID: workspace_id,
    SVC_ADMIN_EMAIL: admin_email,
    SVC_API_KEY: api_key,
    SVC_FREE_API_KEY: free.api_key,
    SVC_IMAGE_REF: IMAGE_REF,
    SVC_SKILL: skills.find((skill) => skill === 'summarize_text')!,
    ...identity(workspace_id),
  }
}

/** Creates an agent with its key and a signature, so that programs need no cryptography. */
function identity(workspace_id: string): Record<string, string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const svc_id = `sdk-proof-${publicKey.export({ format: 'jwk' }).x!.slice(0, 16)}`
  return {
    SVC_AGENT_ID: svc_id,
    SVC_AGENT_NAME: 'SDK proof',
    SVC_AGENT_MANIFEST_HASH: 'none',
    SVC_AGENT_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    SVC_SIGNATURE: sign(
      null,
      signedText('trust', { svc_id, context: { workspace_id } }),
      privateKey,
    ).toString('base64'),
  }
}
