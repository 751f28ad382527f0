import pg from 'pg'
import type { Target } from './address.ts'

/** The error of a server that can only be read. */
class NotWritable extends Error {
  constructor() {
    super('it is read-only: it is a standby, or default_transaction_read_only is on')
    this.name = 'NotWritable'
  }
}

/** Returns whether a server has no room for a connection now (class 53 of PostgreSQL, Appendix A: insufficient resources). */
const isOverloaded = (cause: Error): boolean =>
  cause instanceof pg.DatabaseError && cause.code?.startsWith('53') === true

/** Where a connection leads, and when it was made: before or after which failure. */
interface Origin {
  readonly server: number
  readonly epoch: number
}

export interface ServersOptions {
  /** How long a server may take to say whether it can be written, in milliseconds. */
  readonly wait_ms: number
  /** Is called with the host and port of the first primary, and of each one that replaces it, if connections are checked. */
  readonly onPrimary: (name: string) => void
}

/**
 * The servers of one database, of which one at a time can be written: the primary. A server that cannot be reached, refuses a connection or
 * can only be read is left for the next one in the address. A primary that is overloaded is not left.
 *
 * An epoch ends when a connection fails or another server is the primary. Connections of an earlier epoch are not used again: they may hang
 * as well, and a former primary may answer from the past.
 */
export class Servers {
  readonly #target: Target
  readonly #options: ServersOptions
  readonly #origins = new WeakMap<pg.ClientBase, Origin>()
  #next = 0
  #primary: number | undefined
  #epoch = 0

  constructor(target: Target, options: ServersOptions) {
    this.#target = target
    this.#options = options
  }

  get count(): number {
    return this.#target.servers.length
  }

  /** The position of the server to which the next connection is made. */
  get next(): number {
    return this.#next
  }

  nameOf(server: number): string {
    return this.#target.servers[server]!.name
  }

  /** Returns the settings of a pool whose connections lead to the primary. */
  poolSettings(): pg.PoolConfig {
    return {
      Client: this.#clientClass() as unknown as new () => pg.ClientBase,
      ...(this.#target.mustBeWritable && {
        verify: (client, done) => {
          this.#verify(client).then(() => done(), done)
        },
      }),
    }
  }

  /** Returns whether a connection belongs to the current epoch. */
  isCurrent(client: pg.ClientBase): boolean {
    return this.#origins.get(client)!.epoch === this.#epoch
  }

  /** Ends the epoch of a connection that failed. */
  reportFailure(client: pg.ClientBase): void {
    if (this.isCurrent(client)) this.#epoch += 1
  }

  #clientClass(): new (settings: pg.ClientConfig) => pg.Client {
    const servers = this
    return class extends pg.Client {
      readonly #server: number
      constructor(settings: pg.ClientConfig) {
        const server = servers.#next
        super({ ...settings, connectionString: servers.#target.servers[server]!.address })
        this.#server = server
        servers.#origins.set(this, { server, epoch: servers.#epoch })
        // The pool listens a moment later than the connection can fail.
        this.on('error', () => undefined)
      }

      override connect(): Promise<this>
      override connect(callback: (err: Error) => void): void
      override connect(callback?: (err: Error) => void): Promise<this> | void {
        const connecting = super.connect().catch((cause: Error) => {
          if (!isOverloaded(cause) || this.#server !== servers.#primary)
            servers.#leave(this.#server)
          throw cause
        }) as Promise<this>
        if (!callback) return connecting
        connecting.then(() => callback(undefined as unknown as Error), callback)
      }
    }
  }

  async #verify(client: pg.ClientBase): Promise<void> {
    const { server, epoch } = this.#origins.get(client)!
    try {
      await this.#assertWritable(client)
      // A connection that was begun before another server became the primary proves nothing about now.
      if (epoch !== this.#epoch && server !== this.#primary) throw new NotWritable()
    } catch (cause) {
      this.#leave(server)
      throw cause
    }
    if (this.#primary === server) return
    this.#primary = server
    this.#next = server
    this.#epoch += 1
    this.#origins.set(client, { server, epoch: this.#epoch })
    this.#options.onPrimary(this.nameOf(server))
  }

  async #assertWritable(client: pg.ClientBase): Promise<void> {
    const question = {
      text: 'show transaction_read_only',
      query_timeout: this.#options.wait_ms,
    }
    const { rows } = await client.query<{ transaction_read_only: string }>(question)
    if (rows[0]!.transaction_read_only === 'on') throw new NotWritable()
  }

  /** Several connections to one server may fail together, and must not skip the others. */
  #leave(server: number): void {
    if (this.#next === server) this.#next = (server + 1) % this.count
  }
}
