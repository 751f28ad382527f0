import type { Database, Tx } from './database.ts'
import type { Loader, Snapshot } from './snapshot.ts'

/** How this process uses a store that a server keeps. Other stores ignore it. */
export interface ConnectionSettings {
  /** The most connections of this process. */
  readonly connections?: number
  /** How long a transaction waits for a connection, milliseconds. */
  readonly wait_ms?: number
  /** Is called with how long each transaction waited for a connection, milliseconds. */
  readonly onWait?: (milliseconds: number) => void
  /** Whose time dates transactions: the server's, unless the caller brings a clock of its own. */
  readonly clock?: 'server' | 'caller'
  /** Is called with the time of the server's clock, milliseconds since 1970, and how long the answer took. */
  readonly onTime?: (server_ms: number, took_ms: number) => void
}

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
  /** Whether the store outlives the process that opened it. */
  readonly isPersistent: boolean
  /** Whether the store is one document: one process holds it, and writes it whole with every change. */
  readonly isDocument: boolean
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
  open(address: string, settings: ConnectionSettings): Promise<Database>
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
