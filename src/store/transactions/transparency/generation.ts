import type { LogGeneration } from '../../../domain/transparency/generation.ts'
import type { ReadTx } from '../../database.ts'

/** The name of the fact that says which log of its platform this store has. */
export const GENERATION_FACT = 'log_generation'

/** Returns which log of its platform this store has; undefined for the first one. */
export async function readLogGeneration(tx: ReadTx, _: object): Promise<LogGeneration | undefined> {
  const fact = await tx.platform_facts.get({ name: GENERATION_FACT })
  return (fact?.value ?? undefined) as LogGeneration | undefined
}
