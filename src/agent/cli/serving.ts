import type { AgentLogger } from '../definition.ts'
import { createAgent } from '../agent.ts'
import type { Agent } from '../agent-options.ts'
import type { Installation, InstallationOptions } from '../installation/installation.ts'
import { startInstallation } from '../installation/installation.ts'
import { isLocal } from '../card.ts'
import { standalone } from '../platform-link.ts'
import { portOf, type AgentFolder } from './folder.ts'
import { relay } from './relay.ts'
import { loadSkills } from './skills-file.ts'

export interface ServingOptions {
  readonly folder: AgentFolder
  readonly platform_url: string
  readonly host: string
  readonly port: number
  readonly capabilities: readonly string[] | undefined
  /** Undefined runs the agent alone. */
  readonly installation: Pick<InstallationOptions, 'install_token' | 'api_key' | 'workspace_id' | 'heartbeat_interval_seconds'> | undefined
  readonly logger: AgentLogger
}

/** An agent that serves, with or without a platform. */
export interface ServingAgent {
  readonly agent: Agent
  readonly url: string
  readonly installation: Installation | undefined
  /** Resolves with the reason when the platform ended the installation; by then all work is finished. */
  readonly ended: Promise<string>
  /** Finishes what was accepted, and ends the lease. */
  stop(): Promise<void>
}

/**
 * Serves the agent of a folder: first the agent, which needs nobody, then its installation. Neither waits for the platform.
 * @throws AgentDefinitionError, Refused
 */
export async function serveFolder({ folder, platform_url, host, port, capabilities, installation: wanted, logger }: ServingOptions): Promise<ServingAgent> {
  const { manifest, svc_id, key, entry, credentials_file } = folder
  const platform = relay(standalone(platform_url))
  const { skills, chat } = await loadSkills(entry)
  const agent = await createAgent({ manifest, skills, chat, capabilities, identity: { svc_id, seed: key.seed }, platform, logger })
  const { url, port: taken } = await agent.listen({ port, host })
  const { upstream_url } = manifest.a2a
  if (isLocal(upstream_url) && portOf(upstream_url) !== taken) logger.warn({ upstream_url, url }, 'the platform hands tasks to a2a.upstream_url, and the agent listens elsewhere')

  let tellEnd: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => { tellEnd = resolve })
  const installation = wanted && await startInstallation({
    ...wanted, platform_url, credentials_file, agent_id: svc_id, logger,
    upstream_url, capabilities: agent.capabilities,
    health: () => ({ ...agent.health(), running_tasks: agent.running() }),
    async onCommand({ type, params }) {
      // The runtime gives a terminate four fifths of its time, and then goes without the rest.
      if (type === 'terminate') await agent.close({ grace_ms: graceOf(params['shutdown_timeout_ms']) })
    },
    onEnded: (reason) => { if (reason !== 'stopped') tellEnd(reason) },
  })
  if (installation) platform.pointTo(installation.link)
  return {
    agent, url, installation, ended,
    async stop() { await Promise.all([agent.close(), installation?.stop()]) },
  }
}

const graceOf = (timeout_ms: unknown): number => (typeof timeout_ms === 'number' ? Math.max(0, timeout_ms * 0.7) : 20_000)
