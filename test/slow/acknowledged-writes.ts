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
  facts: readonly AcknowledgedWrite[],
  database: Database,
): Promise<string[]> {
  const held = await database.read(async (tx): Promise<StoredRows> => ({
    tokens: new Map((await tx.install_tokens.find({})).map((row) => [row.hash, row])),
    installations: new Map(
      (await tx.installations.find({})).map((row) => [row.installation_id, row]),
    ),
    runtime: new Map((await tx.runtime_tokens.find({})).map((row) => [row.hash, row])),
  }))
  const lost = facts
    .filter((fact) => !isStored(fact, held))
    .map((fact) => `lost: ${JSON.stringify(fact)}`)
  return [...lost, ...repeatedEffects(held), ...secondSecrets(facts)]
}

function isStored(
  fact: AcknowledgedWrite,
  { tokens, installations, runtime }: StoredRows,
): boolean {
  const ofRuntime = (token: string) => runtime.get(hashToken(token))
  switch (fact.fact) {
    case 'issued':
      return tokens.has(hashToken(fact.install_token))
    case 'leased':
      return installations.get(fact.installation_id)!.lease_expires_at >= fact.lease_expires_at
    case 'refreshed':
      return (
        ofRuntime(fact.runtime_token)?.version === fact.token_version &&
        installations.get(fact.installation_id)!.token_version >= fact.token_version
      )
    case 'revoked':
      return installations.get(fact.installation_id)?.lifecycle === 'revoked'
    case 'bootstrapped': {
      const { installation_id, refresh_token } = fact
      const installation = installations.get(installation_id)
      return (
        tokens.get(hashToken(fact.install_token))?.installation_id === installation_id &&
        ofRuntime(fact.runtime_token)?.installation_id === installation_id &&
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
function secondSecrets(facts: readonly AcknowledgedWrite[]): string[] {
  const given = facts.flatMap((fact) =>
    fact.fact === 'bootstrapped' && fact.refresh_token ? [fact.install_token] : [],
  )
  return new Set(given).size === given.length ? [] : ['a second refresh token was given']
}
