import type { Database, Tx } from './database.ts'
import type { Loader, Snapshot } from './snapshot.ts'
import type { PoolSettings } from './sql/postgres/pool.ts'

/**
 * One kind of store: how its addresses look, what it is capable of, and how it is opened. Drivers are loaded only when a store is
 * opened. A new kind of store exports a dialect from its folder, and `dialects.ts` lists it.
 */
export interface Dialect {
  readonly name: string
  /** Its name in messages. */
  readonly title: string
  /** Whether several processes may serve one store at the same time; then the operator has to set their common master key. */
  readonly isShared: boolean
  /** Whether the store has a clock, by which its transactions are dated. */
  readonly hasClock: boolean
  /** Returns whether the address belongs to this dialect. */
  matches(address: string): boolean
  /** Returns whether the address names a store completely. */
  isComplete(address: string): boolean
  /** Returns the file that the address names, beside which the master key is kept. Absent where a store is not a file. */
  readonly path?: (address: string) => string
  /** Returns the address without its password. Absent where an address holds none. */
  readonly withoutPassword?: (address: string) => string
  /** @throws StoreRefused with a sentence for the operator */
  open(address: string, pool: Partial<PoolSettings>): Promise<Database>
  /** Runs a transaction that may take longer than the time limits of `open` allow. Absent where there are none. */
  readonly transactWithoutTimeout?: (
    address: string,
    body: (tx: Tx) => Promise<void>,
  ) => Promise<void>
  /** @throws StoreRefused with a sentence for the operator */
  openSnapshot(address: string): Promise<Snapshot>
  /** @throws StoreRefused with a sentence for the operator */
  openLoader(address: string): Promise<Loader>
}
