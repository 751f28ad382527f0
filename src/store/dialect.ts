import type { Database, Tx } from './database.ts'
import type { Loader, Snapshot } from './snapshot.ts'

/** The connections of this process to a database server. */
export interface PoolCounts {
  readonly busy: number
  readonly idle: number
  /** Transactions that wait for a connection. */
  readonly waiting: number
}

/** How this process uses a database server. Embedded stores ignore these settings. */
export interface ConnectionSettings {
  /** The maximum number of connections of this process. */
  readonly connections?: number
  /** How long a transaction waits for a connection, in milliseconds. */
  readonly wait_ms?: number
  /** Called with the time that each transaction waited for a connection, in milliseconds. */
  readonly onWait?: (milliseconds: number) => void
  /** Called once with a function that returns the counts of connections. */
  readonly onPool?: (counts: () => PoolCounts) => void
  /**
   * Called with the host and port of the writable server, and again whenever another server replaces it, if the address names several
   * servers or requests a writable one.
   */
  readonly onPrimary?: (server: string) => void
  /** Which clock the timestamps of transactions come from: by default, the server's. */
  readonly clock?: 'server' | 'caller'
  /** Called with the time of the server's clock, in milliseconds since 1970, and with the duration of the request for it. */
  readonly onTime?: (server_ms: number, took_ms: number) => void
}

/**
 * One kind of store: the form of its addresses, its capabilities, and how it is opened. Drivers are loaded only when a store is opened. A
 * new kind of store exports a dialect from its folder, and `dialects.ts` lists it.
 */
export interface Dialect {
  readonly name: string
  /** Its name in messages. */
  readonly title: string
  /** Its name in traces (OpenTelemetry, `db.system.name`). */
  readonly system: string
  /**
   * Whether several processes may serve one store at the same time. If so, the operator has to configure the same master key for all of
   * them.
   */
  readonly isShared: boolean
  /** Whether the store outlives the process that opened it. */
  readonly isPersistent: boolean
  /** Whether the store is a single document, which only one process may open and which is written as a whole with every change. */
  readonly isDocument: boolean
  /** Returns whether the address belongs to this dialect. */
  matches(address: string): boolean
  /** Returns whether the address names a store completely. */
  isComplete(address: string): boolean
  /** Returns the file in the address. The master key is stored in the same folder. Absent if the store is not a file. */
  readonly path?: (address: string) => string
  /** Returns the address without its password. Absent if addresses contain none. */
  readonly withoutPassword?: (address: string) => string
  /**
   * Returns by how many milliseconds the server's clock, which dates the transactions, is ahead of this machine's. Absent if the store has
   * no clock of its own.
   */
  readonly readClockOffset?: (address: string) => Promise<number>
  /** @throws StoreRefused with a sentence for the operator */
  open(address: string, settings: ConnectionSettings): Promise<Database>
  /** Runs a transaction that may take longer than the time limits of `open` allow. Absent if there are no time limits. */
  readonly transactWithoutTimeout?: (
    address: string,
    body: (tx: Tx) => Promise<void>,
  ) => Promise<void>
  /** @throws StoreRefused with a sentence for the operator */
  openSnapshot(address: string): Promise<Snapshot>
  /** @throws StoreRefused with a sentence for the operator */
  openLoader(address: string): Promise<Loader>
}
