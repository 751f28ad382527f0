import { uuid4 } from '../../../domain/uuid.ts'
import type { CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { alone } from '../lock.ts'

/** The name in force, and the random one that was made for this store. */
const ISSUER = 'issuer'
const RANDOM_ISSUER = 'random_issuer'

export interface IssuerInput {
  /** As it is configured. */
  readonly issuer?: string | undefined
  /** Whether this process serves: it decides the issuer, and commands beside it take the one in force. */
  readonly serves?: boolean
}

/**
 * Returns the name of the platform in everything that it signs (docs/specification/trust.md#issuer): the configured one, else a random one
 * that is made once and kept. A random name never stands in for a configured one, so a store that is copied to another machine and served
 * there without settings is another platform to every agent.
 */
export async function settleIssuer(
  tx: Tx,
  context: CallContext,
  { issuer, serves = false }: IssuerInput,
): Promise<string> {
  const kept = await textOf(tx, ISSUER)
  if (kept !== undefined && !serves) return kept
  const settled = issuer ?? (await textOf(tx, RANDOM_ISSUER)) ?? (await makeRandom(tx, context))
  if (settled !== kept) await tx.platform_facts.put({ name: ISSUER, value: settled })
  return settled
}

async function makeRandom(tx: Tx, context: CallContext): Promise<string> {
  await alone(tx, context, 'first_issuer')
  const made = await textOf(tx, RANDOM_ISSUER)
  if (made !== undefined) return made
  const value = `urn:uuid:${uuid4(context.random(16))}`
  await tx.platform_facts.put({ name: RANDOM_ISSUER, value })
  return value
}

async function textOf(tx: ReadTx, name: string): Promise<string | undefined> {
  const value = (await tx.platform_facts.get({ name }))?.value
  return typeof value === 'string' ? value : undefined
}
