import type { Installation, RuntimeToken } from '../../../domain/records.ts'
import { issue, surplusTokens } from '../../../domain/installations/runtime-token.ts'
import {
  mint,
  REFRESH_TOKEN_PREFIX,
  RUNTIME_TOKEN_PREFIX,
  type MintedToken,
} from '../../../domain/tokens.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'

/** A new runtime token. It appears only in the result of the transaction that issues it. */
export interface IssuedToken {
  readonly runtime_token: string
  readonly expires_at: string
  readonly token_version: number
}

/**
 * Issues a token with the next version of an installation, which is higher than all previous ones. Older versions remain valid, except for
 * the oldest unused ones beyond a limit, which are deleted.
 */
export async function issueRuntimeToken(
  tx: Tx,
  context: CallContext,
  { installation_id, token_version }: Pick<Installation, 'installation_id' | 'token_version'>,
): Promise<IssuedToken> {
  const { token, hash } = mint(RUNTIME_TOKEN_PREFIX, context.random(32))
  const record: RuntimeToken = issue(installation_id, token_version + 1, hash, context.now)
  await tx.runtime_tokens.insert(record)
  await tx.installations.update({ installation_id }, { token_version: record.version })
  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })
  for (const { hash: unused } of surplusTokens(all))
    await tx.runtime_tokens.delete({ hash: unused })
  return { runtime_token: token, expires_at: record.expires_at, token_version: record.version }
}

/** Deletes all runtime tokens of an installation. */
export async function deleteRuntimeTokens(tx: Tx, installation_id: string): Promise<void> {
  for (const { hash } of await tx.runtime_tokens.find({ where: { installation_id } }))
    await tx.runtime_tokens.delete({ hash })
}

/** Creates a refresh token. */
export const mintRefreshToken = (context: CallContext): MintedToken =>
  mint(REFRESH_TOKEN_PREFIX, context.random(32))
