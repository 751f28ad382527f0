import type { LogGeneration } from '../../../domain/transparency/generation.ts'
import type { ReadTx } from '../../database.ts'

/** The name of the platform fact with the generation of this store's log. */
export const GENERATION_FACT = 'log_generation'

/** Returns the generation of this store's log; undefined for the first one. */
export async function readLogGeneration(tx: ReadTx, _: object): Promise<LogGeneration | undefined> {
  const fact = await tx.platform_facts.get({ name: GENERATION_FACT })
  return (fact?.value ?? undefined) as LogGeneration | undefined
}
