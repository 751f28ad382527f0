import type { Act } from '../act.ts'
import type { Tx } from '../database.ts'

/** Until this work is done, nobody else gets past the same name: where there is no row to hold yet, they hold this one. */
export async function alone(tx: Tx, act: Act, name: string): Promise<void> {
  await tx.platform_facts.get({ name })
  await tx.platform_facts.put({ name, value: act.now })
}
