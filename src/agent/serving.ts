import { existsSync } from 'node:fs'
import { createAgent } from './agent.ts'
import type { Agent, AgentLimits } from './agent-options.ts'
import { isLocal } from './card.ts'
import type { AgentLogger, ChatFunction, SkillFunction } from './definition.ts'
import type { AgentFolder } from './folder.ts'
import { keptIn } from './installation/credentials-file.ts'
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
} from './installation/installation.ts'
import { standalone } from './platform-link.ts'
import { relay } from './relay.ts'

const DEFAULT_PORT = 8090

export interface ServingOptions {
  readonly folder: AgentFolder
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction | undefined
  readonly platform_url: string
  /** As configured; undefined means: as kept at installation, else as the address says. */
  readonly issuer: string | undefined
  readonly host: string
  /** That of a2a.upstream_url unless set, where that is on this machine; else 8090. */
  readonly port: number | undefined
  readonly capabilities: readonly string[] | undefined
  readonly installation: Pick<
    InstallationOptions,
    'install_token' | 'api_key' | 'workspace_id' | 'heartbeat_interval_seconds'
  >
  readonly limits?: AgentLimits | undefined
  readonly logger: AgentLogger
}

/** An agent that serves, with or without a platform. */
export interface ServingAgent {
  readonly agent: Agent
  readonly url: string
  /** Undefined while there is neither an install token nor a credentials file: then the agent serves alone. */
  readonly installation: Installation | undefined
  /** Resolves with the reason when the platform ended the installation; by then all work is finished. */
  readonly ended: Promise<string>
  /** Finishes what was accepted, and ends the lease. */
  stop(): Promise<void>
}

/**
 * Serves the agent of a folder: first the agent, which needs nobody, then its installation. Neither waits for the platform.
 * @throws AgentDefinitionError; and what keeps it from listening or from reading its credentials
 */
export async function serve(options: ServingOptions): Promise<ServingAgent> {
  const {
    folder: { manifest, self },
    skills,
    chat,
    platform_url,
    issuer,
    host,
    port = portOf(manifest.a2a.upstream_url),
    capabilities,
    limits,
    logger,
  } = options
  const platform = relay(standalone(platform_url, issuer))
  const agent = await createAgent({
    manifest,
    skills,
    chat,
    capabilities,
    limits,
    identity: self && { svc_id: self.svc_id, seed: self.key.seed },
    platform,
    logger,
  })
  const { url, port: taken } = await agent.listen({ port, host })

  let tellEnd: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  const installation = await installed(options, agent, tellEnd).catch(async (cause: unknown) => {
    await agent.close()
    throw cause
  })
  if (installation) {
    platform.pointTo(installation.link)
    const { upstream_url } = manifest.a2a
    if (isLocal(upstream_url) && portOf(upstream_url) !== taken)
      logger.warn(
        { upstream_url, url },
        'the platform hands tasks to a2a.upstream_url, and the agent listens elsewhere',
      )
  }
  return {
    agent,
    url,
    installation,
    ended,
    async stop() {
      await Promise.all([agent.close(), installation?.stop()])
    },
  }
}

/** The agent's installation. An API key alone makes none: it would take over one that runs elsewhere. */
async function installed(
  { folder, platform_url, issuer, installation: given, logger }: ServingOptions,
  agent: Agent,
  tellEnd: (reason: string) => void,
): Promise<Installation | undefined> {
  const { manifest, credentials_file } = folder
  if (given.install_token === undefined && !existsSync(credentials_file)) return undefined
  const kept = keptIn(credentials_file)
  const isOurs = kept?.agent_id === agent.svc_id && kept.platform_url === platform_url
  return startInstallation({
    ...given,
    platform_url,
    issuer,
    credentials_file,
    agent_id: agent.svc_id,
    logger,
    api_key: given.install_token !== undefined || isOurs ? given.api_key : undefined,
    upstream_url: manifest.a2a.upstream_url,
    capabilities: agent.capabilities,
    health: () => ({ ...agent.health(), running_tasks: agent.running() }),
    async onCommand({ type, params }) {
      // The runtime gives a terminate four fifths of its time, and then goes without the rest.
      if (type === 'terminate')
        await agent.close({ grace_ms: graceOf(params['shutdown_timeout_ms']) })
    },
    onEnded: (reason) => {
      if (reason !== 'stopped') tellEnd(reason)
    },
  })
}

const MOST_GRACE_MS = 7 * 60_000
const graceOf = (timeout_ms: unknown): number =>
  typeof timeout_ms === 'number' ? Math.min(MOST_GRACE_MS, Math.max(0, timeout_ms * 0.7)) : 20_000

/** The port on this machine that an address means. */
function portOf(address: string): number {
  if (!isLocal(address)) return DEFAULT_PORT
  const { port, protocol } = new URL(address)
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
