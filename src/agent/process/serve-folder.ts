import { existsSync } from 'node:fs'
import { createAgent } from '../server/agent.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { DEFAULT_PORT, type Agent, type AgentLimits } from '../server/options.ts'
import { isLocal } from '../server/local-address.ts'
import type { AgentLogger, ChatFunction, SkillFunction } from '../definition.ts'
import type { AgentFolder } from '../folder/folder.ts'
import { ownCredentials } from '../installation/credentials.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
} from '../installation/installation.ts'
import { openExternalSkills, type ExternalSkills } from '../external/external-skills.ts'
import { standalone, switchableLink } from '../platform/link.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'

export interface ServeFolderOptions {
  readonly folder: AgentFolder
  /** The functions of the skills that have no `run`. */
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction | undefined
  readonly platform_url: string
  /** Defaults to the one in the credentials file, else the one derived from the address. */
  readonly issuer: string | undefined
  readonly host: string
  /** Defaults to the port of a2a.upstream_url if that is on this machine, else 8090. */
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
  /** Undefined if there is neither an install token nor a credentials file; the agent is then standalone. */
  readonly installation: Installation | undefined
  /**
   * Resolves with the reason when the platform has ended the installation. Tasks may still be running, unless the reason is `terminated`.
   */
  readonly ended: Promise<string>
  /** Stops accepting tasks, waits up to 10 seconds for those that run, and reports to the platform that it has stopped. */
  stop(): Promise<void>
}

/**
 * Serves the agent of a folder: starts the agent, then its installation. It does not wait for the platform.
 * @throws AgentDefinitionError, or the error that occurs while listening or reading the credentials
 */
export async function serveFolder(options: ServeFolderOptions): Promise<ServingAgent> {
  const {
    folder: { manifest, dir },
    skills,
    logger,
  } = options
  const external = openExternalSkills({ skills: manifest.skills, dir, env: process.env, logger })
  refuseAmbiguous(external, skills)
  // A process that exits without being stopped must not leave commands behind.
  process.on('exit', external.kill)
  const closeExternal = async (): Promise<void> => {
    await external.close()
    process.off('exit', external.kill)
  }
  try {
    const serving = await serveWith(options, external)
    return { ...serving, stop: () => serving.stop().then(closeExternal) }
  } catch (cause) {
    await closeExternal()
    throw cause
  }
}

async function serveWith(
  options: ServeFolderOptions,
  external: ExternalSkills,
): Promise<ServingAgent> {
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
  const platform = switchableLink(standalone(platform_url, issuer))
  const agent = await createAgent({
    manifest,
    skills: { ...skills, ...external.functions },
    chat,
    capabilities,
    limits,
    identity: self && { svc_id: self.svc_id, seed: self.key.seed },
    platform,
    logger,
  })
  const { url, port: listening_port } = await agent.listen({ port, host })

  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<string>()
  const installation = await startInstallationOf(options, agent, reportEnd).catch(
    async (cause: unknown) => {
      await agent.close()
      throw cause
    },
  )
  if (installation) {
    platform.switchTo(installation.link)
    const { upstream_url } = manifest.a2a
    if (isLocal(upstream_url) && portOf(upstream_url) !== listening_port)
      logger.warn(
        { upstream_url, url },
        'the platform sends tasks to a2a.upstream_url, but the agent listens elsewhere',
      )
  }
  return {
    agent,
    url,
    installation,
    ended,
    stop: async () => void (await Promise.all([agent.close(), installation?.stop()])),
  }
}

/** Refuses a skill that has both a function and `run`. @throws AgentDefinitionError */
function refuseAmbiguous(
  { functions }: ExternalSkills,
  skills: ServeFolderOptions['skills'],
): void {
  const faults = Object.keys(functions)
    .filter((name) => Object.hasOwn(skills, name))
    .map((name) => `skill ${name} has both a function and run; remove one of them`)
  if (faults.length > 0) throw new AgentDefinitionError(faults)
}

/** Starts the agent's installation. An API key alone does not start one, because it could take over an installation that runs elsewhere. */
async function startInstallationOf(
  { folder, platform_url, issuer, installation: given, logger }: ServeFolderOptions,
  agent: Agent,
  reportEnd: (reason: string) => void,
): Promise<Installation | undefined> {
  const { manifest, credentials_file } = folder
  if (given.install_token === undefined && !existsSync(credentials_file)) return undefined
  const stored = readStoredCredentials(credentials_file)
  const own = ownCredentials(stored, agent.svc_id, platform_url)
  return startInstallation({
    ...given,
    platform_url,
    issuer,
    credentials_file,
    agent_id: agent.svc_id,
    logger,
    api_key: given.install_token !== undefined || own ? given.api_key : undefined,
    upstream_url: manifest.a2a.upstream_url,
    capabilities: agent.capabilities,
    health: () => ({ ...agent.health(), running_tasks: agent.running() }),
    async onCommand({ type, params }) {
      // The runtime allows a terminate command four fifths of its time limit, so the tasks get less than that.
      if (type === 'terminate')
        await agent.close({ grace_ms: graceOf(params['shutdown_timeout_ms']) })
    },
    onEnded: (reason) => {
      if (reason !== 'stopped') reportEnd(reason)
    },
  })
}

const MAX_GRACE_MS = 7 * MINUTE_MS
const graceOf = (timeout_ms: unknown): number =>
  typeof timeout_ms === 'number' ? Math.min(MAX_GRACE_MS, Math.max(0, timeout_ms * 0.7)) : 20_000

/** Returns the port of an address on this machine; the default port for other addresses. */
function portOf(address: string): number {
  if (!isLocal(address)) return DEFAULT_PORT
  const { port, protocol } = new URL(address)
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
