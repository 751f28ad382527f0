import { sha256Hex } from '../../domain/crypto/hash.ts'
import type { AgentLogger } from '../definition.ts'
import { issuerOf } from '../platform/link.ts'
import { ATTEMPTS_PER_MINUTE } from './backoff.ts'
import { fileDisk, openCredentials } from './credentials-file.ts'
import { isVisibleAscii, type StoredCredentials } from './credentials.ts'
import type { Installation, InstallationOptions } from './options.ts'
import { InstallationRuntime } from './runtime.ts'
import type { Setup } from './state.ts'

export type { Installation, InstallationOptions, InstallationStatus } from './options.ts'

/**
 * Installs an agent on its platform and keeps its lease renewed. Rejects only if the credentials file cannot be read, or if the API key
 * or the issuer is malformed.
 */
export async function startInstallation(given: InstallationOptions): Promise<Installation> {
  const options = {
    ...given,
    platform_url: given.platform_url.replace(/\/+$/, ''),
    logger: safeLogger(given.logger),
  }
  // The messages do not quote the value, because it may be a secret that contains a line break.
  if (options.api_key !== undefined && !isVisibleAscii(options.api_key))
    throw new TypeError('api_key: expected visible ASCII characters without spaces or line breaks')
  if (options.issuer !== undefined && !isVisibleAscii(options.issuer))
    throw new TypeError('issuer: expected visible ASCII characters without spaces or line breaks')
  const file = await openCredentials(options.disk ?? fileDisk, options)
  return new InstallationRuntime(options, setupOf(options, file.stored), file).installation()
}

/** Returns a logger that never throws, so that a full disk or a closed pipe does not stop the heartbeats. */
function safeLogger(logger: AgentLogger): AgentLogger {
  const level =
    (name: keyof AgentLogger) =>
    (fields: object, message: string): void => {
      try {
        logger[name](fields, message)
      } catch {
        // A failing log cannot be reported anywhere.
      }
    }
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
}

function setupOf(
  {
    platform_url,
    agent_id,
    install_token,
    api_key,
    heartbeat_interval_seconds,
    ...options
  }: InstallationOptions,
  stored: StoredCredentials | null,
): Setup {
  const workspace_id = options.workspace_id ?? stored?.workspace_id ?? null
  return {
    platform_url,
    agent_id,
    workspace_id,
    issuer: options.issuer ?? stored?.issuer ?? issuerOf(platform_url),
    upstream_url: options.upstream_url ?? null,
    install_token_hash: install_token === undefined ? null : sha256Hex(install_token),
    can_recover: api_key !== undefined && workspace_id !== null,
    installs_only: options.installs_only ?? false,
    requested_interval: heartbeat_interval_seconds ?? null,
    attempts_per_minute: options.attempts_per_minute ?? ATTEMPTS_PER_MINUTE,
  }
}
