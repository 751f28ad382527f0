import pg from 'pg'
import type { Target } from './address.ts'

/** The error of a server on which transactions cannot write. */
class NotWritable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotWritable'
  }
}

/** Returns whether a server cannot accept more connections now (class 53 of PostgreSQL, Appendix A: insufficient resources). */
const isOverloaded = (cause: Error): boolean =>
  cause instanceof pg.DatabaseError && cause.code?.startsWith('53') === true

/** The server of a connection, and the epoch in which the connection was made. */
interface Origin {
  readonly server: number
  readonly epoch: number
}

export interface ServersOptions {
  /** How long a server may take to say whether it is writable, in milliseconds. */
  readonly wait_ms: number
  /** Called with the host and port of the first primary and of each later one, if connections are checked. */
  readonly onPrimary: (name: string) => void
}

/**
 * The servers of one database. One of them at a time is writable: the primary. A server that cannot be reached, refuses a connection or is
 * read-only is skipped, and the next one in the address is tried. An overloaded primary is not skipped.
 *
 * An epoch ends when a connection fails or another server becomes the primary. Connections of an earlier epoch are not used again, because
 * they may hang too, and a former primary may return stale data.
 */
export class Servers {
  readonly #target: Target
  readonly #options: ServersOptions
  readonly #origins = new WeakMap<pg.ClientBase, Origin>()
  readonly #verified = new WeakSet<pg.ClientBase>()
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

  /**
   * Returns whether a connection may be used: it belongs to the current epoch and is connected to the primary. The pool's own hook for this
   * leaks a connection whose caller times out while the hook runs.
   * @throws Error if the server of a new connection is read-only or does not state in time whether it is, or if the epoch ended while a
   * connection to another server than the primary was being made
   */
  async admits(client: pg.ClientBase): Promise<boolean> {
    const { server, epoch } = this.#origins.get(client)!
    if (!this.#target.mustBeWritable || this.#verified.has(client)) return epoch === this.#epoch
    await this.#verify(client)
    this.#verified.add(client)
    if (this.#primary === server) return this.#origins.get(client)!.epoch === this.#epoch
    this.#primary = server
    this.#next = server
    this.#epoch += 1
    this.#origins.set(client, { server, epoch: this.#epoch })
    this.#options.onPrimary(this.nameOf(server))
    return true
  }

  /** Ends the epoch of a connection that failed. */
  reportFailure(client: pg.ClientBase): void {
    if (this.#origins.get(client)!.epoch === this.#epoch) this.#epoch += 1
  }

  /** Returns the class of the pool's connections. Each connection is made to the server that is next at that time. */
  clientClass(): new () => pg.ClientBase {
    const servers = this
    class Connection extends pg.Client {
      readonly #server: number
      constructor(settings?: pg.ClientConfig) {
        const server = servers.#next
        super({ ...settings, connectionString: servers.#target.servers[server]!.address })
        this.#server = server
        servers.#origins.set(this, { server, epoch: servers.#epoch })
        // The connection can fail before the pool attaches its own error listener.
        this.on('error', () => undefined)
      }

      override connect(): Promise<this>
      override connect(callback: (cause?: Error) => void): void
      override connect(callback?: (cause?: Error) => void): Promise<this> | void {
        const connecting = super.connect().catch((cause: Error) => {
          if (!isOverloaded(cause) || this.#server !== servers.#primary) servers.#skip(this.#server)
          throw cause
        }) as Promise<this>
        if (!callback) return connecting
        connecting.then(() => callback(), callback)
      }
    }
    return Connection
  }

  async #verify(client: pg.ClientBase): Promise<void> {
    const { server, epoch } = this.#origins.get(client)!
    try {
      await this.#assertWritable(client)
      // A connection that was made in an earlier epoch says nothing about the current primary.
      if (epoch !== this.#epoch && server !== this.#primary)
        throw new NotWritable(
          'while it was being connected to, another connection failed or another server became the primary',
        )
    } catch (cause) {
      this.#skip(server)
      throw cause
    }
  }

  async #assertWritable(client: pg.ClientBase): Promise<void> {
    const query = {
      text: 'show transaction_read_only',
      query_timeout: this.#options.wait_ms,
    }
    const { rows } = await client.query<{ transaction_read_only: string }>(query)
    if (rows[0]!.transaction_read_only === 'on')
      throw new NotWritable(
        'it is read-only: it is a standby, or default_transaction_read_only is on',
      )
  }

  /**
   * Moves on to the next server, unless that has already happened: several connections to one server may fail together, and must not skip
   * other servers.
   */
  #skip(server: number): void {
    if (this.#next === server) this.#next = (server + 1) % this.count
  }
}
