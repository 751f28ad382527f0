import { hashToken } from '../../src/domain/tokens.ts'
import type { Installation, InstallToken, RuntimeToken } from '../../src/domain/records.ts'
import type { Database } from '../../src/store/database.ts'
import type { AcknowledgedWrite } from './clients.ts'

/** The contents of a store, by the keys of acknowledged writes. */
interface StoredRows {
  tokens: Map<string, InstallToken>
  installations: Map<string, Installation>
  runtime: Map<string, RuntimeToken>
}

/** Compares all acknowledged writes with a store; returns those that are lost or contradicted. */
export async function contradictions(
  writes: readonly AcknowledgedWrite[],
  database: Database,
): Promise<string[]> {
  const stored = await database.read(async (tx): Promise<StoredRows> => ({
    tokens: new Map((await tx.install_tokens.find({})).map((row) => [row.hash, row])),
    installations: new Map(
      (await tx.installations.find({})).map((row) => [row.installation_id, row]),
    ),
    runtime: new Map((await tx.runtime_tokens.find({})).map((row) => [row.hash, row])),
  }))
  const lost = writes
    .filter((write) => !isStored(write, stored))
    .map((write) => `lost: ${JSON.stringify(write)}`)
  return [...lost, ...repeatedEffects(stored), ...secondSecrets(writes)]
}

function isStored(
  write: AcknowledgedWrite,
  { tokens, installations, runtime }: StoredRows,
): boolean {
  const ofRuntime = (token: string) => runtime.get(hashToken(token))
  switch (write.kind) {
    case 'issued':
      return tokens.has(hashToken(write.install_token))
    case 'leased':
      return installations.get(write.installation_id)!.lease_expires_at >= write.lease_expires_at
    case 'refreshed':
      return (
        ofRuntime(write.runtime_token)?.version === write.token_version &&
        installations.get(write.installation_id)!.token_version >= write.token_version
      )
    case 'revoked':
      return installations.get(write.installation_id)?.lifecycle === 'revoked'
    case 'bootstrapped': {
      const { installation_id, refresh_token } = write
      const installation = installations.get(installation_id)
      return (
        tokens.get(hashToken(write.install_token))?.installation_id === installation_id &&
        ofRuntime(write.runtime_token)?.installation_id === installation_id &&
        (refresh_token === undefined || installation?.refresh_hash === hashToken(refresh_token))
      )
    }
  }
}

/**
 * Checks that each consumed token has one installation (docs/specification/installations.md#i-01) and that no version of a runtime token
 * was issued twice (docs/specification/installations.md#i-07).
 */
function repeatedEffects({ tokens, installations, runtime }: StoredRows): string[] {
  const consumed = [...tokens.values()].filter(({ consumed_at }) => consumed_at !== null)
  const versions = new Set(
    [...runtime.values()].map(({ installation_id, version }) => `${installation_id} ${version}`),
  )
  return [
    ...(consumed.length === installations.size
      ? []
      : [`${consumed.length} consumed tokens, ${installations.size} installations`]),
    ...(versions.size === runtime.size ? [] : ['a token version was issued twice']),
  ]
}

/** Checks that no install token yielded a second refresh token (docs/specification/installations.md#i-02). */
function secondSecrets(writes: readonly AcknowledgedWrite[]): string[] {
  const issued = writes.flatMap((write) =>
    write.kind === 'bootstrapped' && write.refresh_token ? [write.install_token] : [],
  )
  return new Set(issued).size === issued.length ? [] : ['a second refresh token was issued']
}
