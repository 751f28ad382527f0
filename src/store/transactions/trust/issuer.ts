import { uuid4 } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { acquireLock, readText } from '../facts.ts'

/** The names of the platform facts for the issuer in use and for the random issuer that was generated for this store. */
const ISSUER = 'issuer'
const RANDOM_ISSUER = 'random_issuer'

export interface IssuerInput {
  /** The configured issuer. */
  readonly issuer?: string | undefined
  /** Whether this process serves requests. Such a process determines the issuer; commands use the stored one. */
  readonly serves?: boolean
}

/**
 * Returns the name of the platform in everything that it signs (docs/specification/trust.md#issuer): the configured name, or else a random
 * one that is generated once and stored. If a store is served without a configured name, it always uses its random name, even if it had a
 * configured one before: a store that is copied to another machine and served there without settings is then a different platform to every
 * agent.
 */
export async function resolveIssuer(
  tx: Tx,
  context: CallContext,
  { issuer, serves = false }: IssuerInput,
): Promise<string> {
  const stored = await readText(tx, ISSUER)
  if (stored !== undefined && !serves) return stored
  const resolved =
    issuer ?? (await readText(tx, RANDOM_ISSUER)) ?? (await createRandomIssuer(tx, context))
  if (resolved !== stored) await tx.platform_facts.put({ name: ISSUER, value: resolved })
  return resolved
}

async function createRandomIssuer(tx: Tx, context: CallContext): Promise<string> {
  await acquireLock(tx, context, 'first_issuer')
  // Another process may have generated one while this transaction waited for the lock.
  const existing = await readText(tx, RANDOM_ISSUER)
  if (existing !== undefined) return existing
  const value = `urn:uuid:${uuid4(context.random(16))}`
  await tx.platform_facts.put({ name: RANDOM_ISSUER, value })
  return value
}
