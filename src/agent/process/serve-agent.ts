import { resolve } from 'node:path'
import type { AgentLimits } from '../server/options.ts'
import type { AgentLogger, ChatFunction, SkillFunction } from '../definition.ts'
import { AgentFolderError, missingKeyError, readAgentFolder } from '../folder/folder.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { stderrLogger } from '../logger.ts'
import { platformAddress } from '../platform/address.ts'
import { DEFAULT_PLATFORM_URL } from '../platform/link.ts'
import { serveFolder, type ServingAgent } from './serve-folder.ts'
import { stopSignal, exitSoon } from './signals.ts'

/** The settings of an agent in a folder. Only the skills are required. */
export interface ServeAgentOptions {
  /** One function per skill of svc.yml. */
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction | undefined
  /** The folder with svc.yml, svc.key and svc.credentials; the working directory unless set. */
  readonly dir?: string | undefined
  /** Unless set, that of a2a.upstream_url if it is on this machine, else 8090. 0 is any free port. */
  readonly port?: number | undefined
  /** The loopback address unless set. */
  readonly host?: string | undefined
  /** What the agent offers for routing, in place of `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** Unless set, `SVC_PLATFORM_URL`, else the platform in the credentials file. */
  readonly platform_url?: string | undefined
  /** The platform's name in signatures; unless set, `SVC_ISSUER`, else that in the credentials file, else the address without `/api/v1`. */
  readonly issuer?: string | undefined
  /** `skt_...`, for the first start; `SVC_INSTALL_TOKEN` unless set. */
  readonly install_token?: string | undefined
  /** `sk_live_...`, with which refused credentials are recovered; `SVC_API_KEY` unless set. */
  readonly api_key?: string | undefined
  /** Needed for that; unless set, `SVC_WORKSPACE_ID`, else that in the credentials file. */
  readonly workspace_id?: string | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly limits?: AgentLimits | undefined
  /** Warnings and errors go to stderr unless set. */
  readonly logger?: AgentLogger | undefined
  /** Whether SIGTERM and Ctrl-C stop the agent gracefully, and the end of the installation ends the process. True unless set. */
  readonly owns_process?: boolean | undefined
}

/**
 * Serves the agent of a folder, as `svc-agent run` does: online with its credentials or an install token, else standalone. Resolves once
 * the agent serves, without waiting for the platform.
 * @throws AgentFolderError, AgentDefinitionError, or the error of listening or of reading the credentials
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
  const address =
    options.platform_url ??
    setting('SVC_PLATFORM_URL') ??
    readStoredCredentials(folder.credentials_file)?.platform_url ??
    DEFAULT_PLATFORM_URL
  const platform_url = platformAddress(address)
  if (platform_url === undefined)
    throw new AgentFolderError(
      `The platform's address ${JSON.stringify(address)} is not an absolute http or https address.`,
    )
  // Signals are handled before the agent is reported ready, because whoever started it may stop it then.
  const stopped = owns_process ? stopSignal() : undefined
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
  if (stopped) void stopWhenAsked(serving, stopped, logger)
  return serving
}

async function stopWhenAsked(
  serving: ServingAgent,
  stopped: Promise<void>,
  logger: AgentLogger,
): Promise<void> {
  const reason = await Promise.race([stopped, serving.ended])
  await serving
    .stop()
    .catch((cause: unknown) => logger.error({ err: cause }, 'the agent did not stop gracefully'))
  if (reason !== undefined && reason !== 'terminated') process.exitCode = 1
  exitSoon()
}

/** Returns a setting from the environment; undefined when it is empty. */
const setting = (name: `SVC_${string}`): string | undefined => process.env[name] || undefined
