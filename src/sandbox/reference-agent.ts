import type { Logger } from 'pino'
import { createAgent } from '../agent/server/agent.ts'
import type { Agent } from '../agent/server/options.ts'
import { switchableLink, standalone } from '../agent/platform/link.ts'
import { startInstallation, type Installation } from '../agent/installation/installation.ts'
import { keyOfSeed } from '../agent/folder/keys.ts'
import { manifestHash } from '../agent/folder/manifest.ts'
import { referenceManifest, referenceSkills } from '../agent/reference/reference.ts'
import type { Clock } from '../system.ts'
import { keyPairOfSeed } from '../domain/crypto/ed25519.ts'
import { svcId } from '../domain/crypto/svc-id.ts'
import type { ProofReceiver } from '../domain/agents/identity.ts'
import { signClaims } from '../domain/signatures/signature.ts'
import type { SandboxOrganization } from './fixtures.ts'
import type { Disk } from '../agent/installation/credentials-file.ts'

/** The address, the identity and the skills of the sandbox's agent. */
export interface AgentInfo {
  readonly url: string
  readonly svc_id: string
  readonly skills: readonly string[]
}
export interface ReferenceAgent {
  readonly info: AgentInfo
  /** Resolves once the agent has done what is due at the current time: refreshed its token and renewed its lease. */
  catchUp(): Promise<void>
  /** Ends its lease and stops serving. */
  stop(): Promise<void>
}

export interface ReferenceAgentOptions {
  readonly base_url: string
  /** The name under which the platform signs. */
  readonly issuer: string
  /**
   * The organization that publishes the agent. It must not be the one that uses it, because only tasks of other organizations change the
   * reputation.
   */
  readonly publisher: SandboxOrganization
  /** The organization in whose workspace the agent is installed. */
  readonly user: SandboxOrganization
  readonly clock: Clock
  readonly logger: Logger
}

/** A published key, like those of the sandbox's organizations. */
const KEY = keyOfSeed(Buffer.from('reference-agent-of-every-sandbox'))
const { name, version, description, skills, capabilities } = referenceManifest
const FIELDS = {
  name,
  version,
  public_key: KEY.public_key,
  manifest_hash: manifestHash(referenceManifest),
}
const SVC_ID = svcId(FIELDS)
/** Each advance of the clock causes heartbeats, so the agent must not limit its attempts. */
const NO_LIMIT = 1_000_000
const MAX_HEARTBEATS = 3

/** Registers and installs the reference agent over HTTP, like any other agent, and starts it. */
export async function startReferenceAgent({
  base_url,
  issuer,
  publisher,
  user,
  clock,
  logger,
}: ReferenceAgentOptions): Promise<ReferenceAgent> {
  await post(
    base_url,
    '/agents/register',
    publisher.api_key,
    registration({ organization_id: publisher.organization_id, issuer }, clock.now()),
  )
  const { token } = await post(
    base_url,
    `/workspaces/${user.workspace_id}/install-tokens`,
    user.api_key,
    { agent_id: SVC_ID },
  )

  const platform = switchableLink(standalone(base_url, issuer))
  const agent = await createAgent({
    manifest: referenceManifest,
    skills: referenceSkills,
    identity: { svc_id: SVC_ID, seed: KEY.seed },
    platform,
    logger,
    clock,
  })
  const { url } = await agent.listen({ port: 0 })
  const installation = await startInstallation({
    platform_url: base_url,
    issuer,
    credentials_file: 'reference-agent',
    disk: memoryDisk(),
    agent_id: SVC_ID,
    workspace_id: user.workspace_id,
    install_token: String(token),
    upstream_url: `${url}/a2a/tasks`,
    capabilities: agent.capabilities,
    logger,
    attempts_per_minute: NO_LIMIT,
    health: () => agent.health(),
    onCommand: ({ type }) => (type === 'terminate' ? agent.close() : undefined),
  })
  platform.switchTo(installation.link)
  await installation.settled()
  // This completes the card before the sandbox is ready, so that no client sees it change.
  await installation.link.reload()
  return running(agent, installation, url)
}

function running(agent: Agent, installation: Installation, url: string): ReferenceAgent {
  return {
    info: { url, svc_id: SVC_ID, skills: skills.map((skill) => skill.name) },
    async catchUp() {
      for (let sent = 0; sent < MAX_HEARTBEATS && installation.mode() !== 'stopped'; sent += 1)
        if (await installation.sendHeartbeat()) return
    },
    async stop() {
      await Promise.all([installation.stop(), agent.close()])
    },
  }
}

function registration(receiver: ProofReceiver, issued_at: string): object {
  const signature = signClaims(keyPairOfSeed(KEY.seed).privateKey, 'register', {
    svc_id: SVC_ID,
    ...FIELDS,
    ...receiver,
    issued_at,
  })
  const proof = { issued_at, signature }
  return {
    svc_id: SVC_ID,
    ...FIELDS,
    proof,
    description,
    publisher: 'Agent Registry Sandbox',
    category: 'productivity',
    capabilities: capabilities.provides,
  }
}

async function post(
  base_url: string,
  path: string,
  api_key: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(base_url + path, {
    method: 'POST',
    headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const content = (await response.json()) as Record<string, unknown>
  if (!response.ok)
    throw new Error(
      `The reference agent cannot be started: POST ${path} failed with ${String(content['code'])}.`,
    )
  return content
}

/** Creates a disk in memory, for an agent whose platform is lost together with its process. */
function memoryDisk(): Disk {
  const files = new Map<string, string>()
  return {
    read: async (path) => files.get(path),
    write: async (path, text) => {
      files.set(path, text)
    },
    async setAside(path, name) {
      files.set(name, files.get(path) ?? '')
      files.delete(path)
    },
    isOpenToOthers: async () => false,
  }
}
