import type { ReadTx, Tx } from '../../database.ts'
import { readFact } from '../facts.ts'

/** The name of the fact that holds checkpoints that witnesses cosigned. */
export const WITNESSED_FACT = 'log_witnessed'

/** A checkpoint that witnesses cosigned. */
export interface Witnessed {
  readonly size: number
  readonly checkpoint: string
  /** The lines of the signatures. */
  readonly cosignatures: readonly string[]
}

/** Returns a checkpoint with the cosignatures of witnesses. */
export const withCosignatures = ({ checkpoint, cosignatures }: Witnessed): string =>
  checkpoint + cosignatures.join('')

/** Returns the cosigned checkpoints, earliest first. Each has more cosignatures than any later one. */
export async function readWitnessed(tx: ReadTx): Promise<readonly Witnessed[]> {
  const value = await readFact(tx, WITNESSED_FACT)
  return Array.isArray(value) ? (value as readonly Witnessed[]) : []
}

/**
 * Stores the cosignature of a witness with its checkpoint. A checkpoint is kept until a later one has as many cosignatures: witnesses that
 * were retried at different sizes must not remove the quorum of a checkpoint that they all cosigned before.
 */
export async function storeWitnessed(
  tx: Tx,
  { size, checkpoint }: { readonly size: number; readonly checkpoint: string },
  cosignature: string,
): Promise<void> {
  const before = await readWitnessed(tx)
  const name = nameOfSigner(cosignature)
  const same = before.find((one) => one.size === size)?.cosignatures ?? []
  const others = same.filter((line) => nameOfSigner(line) !== name)
  const all = [
    ...before.filter((one) => one.size !== size),
    { size, checkpoint, cosignatures: [...others, cosignature] },
  ].toSorted((one, other) => one.size - other.size)
  const value = all
    .filter(({ cosignatures }, at) =>
      all.slice(at + 1).every((later) => later.cosignatures.length < cosignatures.length),
    )
    .map((one) => ({ ...one }))
  await tx.platform_facts.put({ name: WITNESSED_FACT, value })
}

const nameOfSigner = (line: string): string => line.split(' ')[1] ?? ''
