import { uuid4 } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { acquireLock } from '../lock.ts'

/** Names of the stored facts: the issuer in use, and the random issuer that was made for this store. */
const ISSUER = 'issuer'
const RANDOM_ISSUER = 'random_issuer'

export interface IssuerInput {
  /** The configured issuer. */
  readonly issuer?: string | undefined
  /** Whether this process serves requests. Such a process decides the issuer; commands use the stored one. */
  readonly serves?: boolean
}

/**
 * Returns the name of the platform in everything that it signs (docs/specification/trust.md#issuer): the configured one, else a random one
 * that is made once and stored. A random name never replaces a configured one: a store that is copied to another machine and served there
 * without settings is a different platform to every agent.
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
  // Another process may have made one while this transaction waited for the lock.
  const existing = await readText(tx, RANDOM_ISSUER)
  if (existing !== undefined) return existing
  const value = `urn:uuid:${uuid4(context.random(16))}`
  await tx.platform_facts.put({ name: RANDOM_ISSUER, value })
  return value
}

async function readText(tx: ReadTx, name: string): Promise<string | undefined> {
  const value = (await tx.platform_facts.get({ name }))?.value
  return typeof value === 'string' ? value : undefined
}
