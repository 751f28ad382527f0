import { atMost } from '../kit/bounds.ts'

/**
 * The platform that is killed, called through its store or over HTTP. Its functions throw after the kill. If a request is refused, they
 * return undefined or false, or throw.
 */
export interface Platform {
  createInstallToken(): Promise<string>
  bootstrap(install_token: string): Promise<Credentials | undefined>
  lease(
    installation_id: string,
    runtime_token: string,
  ): Promise<{ lease_expires_at: string } | undefined>
  refresh(
    installation_id: string,
    refresh_token: string,
  ): Promise<{ runtime_token: string; token_version: number } | undefined>
  revoke(installation_id: string): Promise<boolean>
}
interface Credentials {
  installation_id: string
  runtime_token: string
  refresh_token?: string
}

/** One acknowledged write. */
export type AcknowledgedWrite =
  | { kind: 'issued'; install_token: string }
  | ({ kind: 'bootstrapped'; install_token: string } & Credentials)
  | { kind: 'leased'; installation_id: string; lease_expires_at: string }
  | { kind: 'refreshed'; installation_id: string; runtime_token: string; token_version: number }
  | { kind: 'revoked'; installation_id: string }

/** Runs clients concurrently until the platform is killed, and reports every acknowledged write at once. */
export async function runClients(
  platform: Platform,
  count: number,
  report: (write: AcknowledgedWrite) => void,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, client) => {
      for (const round of atMost(100_000, 'the platform was not killed'))
        await runLifecycle(platform, client + round, report)
    }),
  )
}

/**
 * Runs the lifecycle of one installation: two callers race to use its install token, then it sends heartbeats, refreshes its credentials
 * and, every third time, is revoked.
 */
async function runLifecycle(
  platform: Platform,
  index: number,
  report: (write: AcknowledgedWrite) => void,
): Promise<void> {
  const install_token = await platform.createInstallToken()
  report({ kind: 'issued', install_token })
  const bootstrap = async () => {
    const credentials = await platform.bootstrap(install_token)
    if (credentials) report({ kind: 'bootstrapped', install_token, ...credentials })
    return credentials
  }
  const [one, two] = await Promise.all([bootstrap(), bootstrap()])
  const first = one?.refresh_token ? one : two
  if (!first?.refresh_token) throw new Error('neither caller got a refresh token')
  const { installation_id, refresh_token } = first
  let { runtime_token } = first
  for (let turn = 0; turn < index % 5; turn += 1) {
    const leased = await platform.lease(installation_id, runtime_token)
    if (!leased) throw new Error('a lease was refused')
    report({ kind: 'leased', installation_id, lease_expires_at: leased.lease_expires_at })
    const refreshed = await platform.refresh(installation_id, refresh_token)
    if (!refreshed) throw new Error('a refresh was refused')
    report({ kind: 'refreshed', installation_id, ...refreshed })
    runtime_token = refreshed.runtime_token
  }
  if (index % 3 === 0 && (await platform.revoke(installation_id)))
    report({ kind: 'revoked', installation_id })
}
