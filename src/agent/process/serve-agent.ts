import { resolve } from 'node:path'
import { exitSoon, firstSignal } from '../../terminal/signals.ts'
import { type AgentLimits, stderrLogger } from '../server/options.ts'
import type { AgentLogger, ChatFunction, SkillFunction } from '../definition.ts'
import { missingKeyError, readAgentFolder } from '../folder/folder.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { platformAddress } from '../platform/link.ts'
import { serveFolder, type ServingAgent } from './serve-folder.ts'

/** The settings of an agent in a folder. Only the skills are required. */
export interface ServeAgentOptions {
  /** One function per skill of svc.yml, except for those that have `run` there. */
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction | undefined
  /** The folder with svc.yml, svc.key and svc.credentials. Defaults to the working directory. */
  readonly dir?: string | undefined
  /** Defaults to the port of a2a.upstream_url if that is on this machine, else 8090. 0 selects any free port. */
  readonly port?: number | undefined
  /** Defaults to the loopback address. */
  readonly host?: string | undefined
  /** The skills that the agent offers for routing. Defaults to `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** Defaults to `SVC_PLATFORM_URL`, else the platform in the credentials file, else a platform on this machine. */
  readonly platform_url?: string | undefined
  /**
   * The platform's name in signatures. Defaults to `SVC_ISSUER`, else the one in the credentials file, else the address without `/api/v1`.
   */
  readonly issuer?: string | undefined
  /** `skt_...`, for the first start. Defaults to `SVC_INSTALL_TOKEN`. */
  readonly install_token?: string | undefined
  /** `sk_live_...`. If it is given, the installation recovers automatically when its credentials are refused. Defaults to `SVC_API_KEY`. */
  readonly api_key?: string | undefined
  /** Required for recovery. Defaults to `SVC_WORKSPACE_ID`, else the one in the credentials file. */
  readonly workspace_id?: string | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly limits?: AgentLimits | undefined
  /** Defaults to a logger that writes warnings and errors to stderr. */
  readonly logger?: AgentLogger | undefined
  /** Whether SIGTERM and Ctrl-C stop the agent gracefully, and the end of the installation ends the process. Defaults to true. */
  readonly owns_process?: boolean | undefined
}

/**
 * Serves the agent of a folder, as `svc-agent run` does: online with its credentials or an install token, else standalone. Resolves once
 * the agent serves, without waiting for the platform.
 * @throws AgentFolderError, AgentDefinitionError, TypeError for an invalid `platform_url`, `issuer` or `api_key`, or the error that occurs
 * while listening or reading the credentials
 */
export async function serveAgent(options: ServeAgentOptions): Promise<ServingAgent> {
  const {
    dir = '.',
    skills,
    chat,
    port,
    host = '127.0.0.1',
    capabilities,
    limits,
    heartbeat_interval_seconds,
    logger = stderrLogger,
    owns_process = true,
  } = options
  const folder = readAgentFolder(resolve(dir))
  for (const warning of folder.warnings) logger.warn({}, warning)
  const installation = {
    install_token: options.install_token ?? setting('SVC_INSTALL_TOKEN'),
    api_key: options.api_key ?? setting('SVC_API_KEY'),
    workspace_id: options.workspace_id ?? setting('SVC_WORKSPACE_ID'),
    heartbeat_interval_seconds,
  }
  if (!folder.self && installation.install_token !== undefined) throw missingKeyError(folder.dir)
  const platform_url = platformAddress(
    options.platform_url ??
      setting('SVC_PLATFORM_URL') ??
      readStoredCredentials(folder.credentials_file)?.platform_url,
    TypeError,
  )
  // Signals are handled before the agent reports that it is ready, because it may be stopped from then on.
  const signalled = owns_process ? firstSignal() : undefined
  const serving = await serveFolder({
    folder,
    skills,
    chat,
    platform_url,
    issuer: options.issuer ?? setting('SVC_ISSUER'),
    host,
    port,
    capabilities,
    installation,
    limits,
    logger,
  })
  if (signalled) void stopOnSignal(serving, signalled, logger)
  return serving
}

/** Stops the agent when a signal arrives or its installation has ended, and lets the process exit. */
async function stopOnSignal(
  serving: ServingAgent,
  signalled: Promise<void>,
  logger: AgentLogger,
): Promise<void> {
  const reason = await Promise.race([signalled, serving.ended])
  await serving
    .stop()
    .catch((cause: unknown) => logger.error({ err: cause }, 'the agent did not stop gracefully'))
  if (reason !== undefined && reason !== 'terminated') process.exitCode = 1
  exitSoon()
}

/** Returns the value of an environment variable, or undefined if it is unset or empty. */
const setting = (name: `SVC_${string}`): string | undefined => process.env[name] || undefined
