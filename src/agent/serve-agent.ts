import { resolve } from 'node:path'
import type { AgentLimits } from './agent-options.ts'
import type { AgentLogger, ChatFunction, SkillFunction } from './definition.ts'
import { AgentFolderError, noKey, readAgentFolder } from './folder.ts'
import { keptIn } from './installation/credentials-file.ts'
import { quietLogger } from './logger.ts'
import { platformAddress } from './platform-address.ts'
import { DEFAULT_PLATFORM_URL } from './platform-link.ts'
import { serve, type ServingAgent } from './serving.ts'
import { askedToStop, leave } from './signals.ts'

/** An agent of a folder, for programs of a few lines. Only the skills are needed. */
export interface ServeAgentOptions {
  /** One function per skill of svc.yml. */
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction | undefined
  /** The folder with svc.yml, svc.key and svc.credentials; the one the process was started in unless set. */
  readonly dir?: string | undefined
  /** That of a2a.upstream_url unless set, where that is on this machine; else 8090. 0 is any free port. */
  readonly port?: number | undefined
  /** The loopback address unless set. */
  readonly host?: string | undefined
  /** What the agent offers for routing, in place of `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** `SVC_PLATFORM_URL` unless set, else where the agent is installed. */
  readonly platform_url?: string | undefined
  /** The platform's name in signatures; `SVC_ISSUER` unless set, else as at installation, else the platform's address without `/api/v1`. */
  readonly issuer?: string | undefined
  /** `skt_...`, for the first start; `SVC_INSTALL_TOKEN` unless set. */
  readonly install_token?: string | undefined
  /** `sk_live_...`, with which dead credentials recover by themselves; `SVC_API_KEY` unless set. */
  readonly api_key?: string | undefined
  /** Needed for that; `SVC_WORKSPACE_ID` unless set, else as the credentials file says. */
  readonly workspace_id?: string | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly limits?: AgentLimits | undefined
  /** Unless one is handed in, warnings and errors go to stderr. */
  readonly logger?: AgentLogger | undefined
  /** Whether SIGTERM and Ctrl-C stop it in order, and the end of the installation ends the process. True unless set. */
  readonly owns_process?: boolean | undefined
}

/**
 * Serves the agent of a folder and brings it on the air, as `svc-agent run` does: with its credentials, or an install token, where
 * there are any; alone otherwise. Resolves once it answers, and waits for no platform.
 * @throws AgentFolderError, AgentDefinitionError; and what keeps it from listening or from reading its credentials
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
    logger = quietLogger,
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
  if (!folder.self && installation.install_token !== undefined) throw noKey(folder.dir)
  const address =
    options.platform_url ??
    setting('SVC_PLATFORM_URL') ??
    keptIn(folder.credentials_file)?.platform_url ??
    DEFAULT_PLATFORM_URL
  const platform_url = platformAddress(address)
  if (platform_url === undefined)
    throw new AgentFolderError(
      `The platform's address ${JSON.stringify(address)} is no absolute http or https address.`,
    )
  // Before anybody hears that the agent is ready, and may ask it to stop.
  const asked = owns_process ? askedToStop() : undefined
  const serving = await serve({
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
  if (asked) void untilTheEnd(serving, asked, logger)
  return serving
}

async function untilTheEnd(
  serving: ServingAgent,
  asked: Promise<void>,
  logger: AgentLogger,
): Promise<void> {
  const reason = await Promise.race([asked, serving.ended])
  await serving
    .stop()
    .catch((cause: unknown) => logger.error({ err: cause }, 'the agent did not stop in order'))
  if (reason !== undefined && reason !== 'terminated') process.exitCode = 1
  leave()
}

/** A setting from the environment; an empty one is none. */
const setting = (name: `SVC_${string}`): string | undefined => process.env[name] || undefined
