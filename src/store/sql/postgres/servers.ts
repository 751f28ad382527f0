import pg from 'pg'
import type { ServerAddress } from './address.ts'

/** The error of a server that can only be read. */
class NotWritable extends Error {
  constructor(name: string) {
    super(
      `The PostgreSQL server ${name} is read-only: it is a standby, or default_transaction_read_only is on.`,
    )
    this.name = 'NotWritable'
  }
}

/** cannot_connect_now (PostgreSQL, Appendix A): the server starts or stops. */
const STARTING = '57P03'
/** Returns whether a server answered that it does not want this connection now. */
const isRefusal = (cause: Error): boolean =>
  cause instanceof pg.DatabaseError && cause.code !== STARTING

/** Where a connection leads, and when it was made: before or after which failure. */
interface Origin {
  readonly server: number
  readonly epoch: number
}

/**
 * The servers of one database, of which one at a time can be written: the primary. A server that cannot be reached, or can only be read,
 * is left for the next one in the address. A server that refuses a connection for another reason, for example because it has too many, is
 * not left.
 *
 * An epoch ends when a connection fails or another server is the primary. Connections of an earlier epoch are not used again: they may hang
 * as well, and a former primary may answer from the past.
 */
export class Servers {
  readonly #servers: readonly ServerAddress[]
  readonly #onPrimary: (name: string) => void
  readonly #origins = new WeakMap<pg.ClientBase, Origin>()
  #next = 0
  #primary: number | undefined
  #epoch = 0

  /**
   * @param onPrimary is called with the host and port of the first primary, and of each one that replaces it, if there are several servers
   */
  constructor(servers: readonly ServerAddress[], onPrimary: (name: string) => void) {
    this.#servers = servers
    this.#onPrimary = onPrimary
  }

  get count(): number {
    return this.#servers.length
  }

  /** The position of the server to which the next connection is made. */
  get next(): number {
    return this.#next
  }

  /** Returns the settings of a pool whose connections lead to the primary. */
  poolSettings(): pg.PoolConfig {
    return {
      Client: this.#clientClass() as unknown as new () => pg.ClientBase,
      ...(this.count > 1 && {
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
        super({ ...settings, connectionString: servers.#servers[server]!.address })
        this.#server = server
        servers.#origins.set(this, { server, epoch: servers.#epoch })
      }

      override connect(): Promise<this>
      override connect(callback: (err: Error) => void): void
      override connect(callback?: (err: Error) => void): Promise<this> | void {
        const connecting = super.connect().catch((cause: Error) => {
          if (!isRefusal(cause)) servers.#leave(this.#server)
          throw cause
        }) as Promise<this>
        if (!callback) return connecting
        connecting.then(() => callback(undefined as unknown as Error), callback)
      }
    }
  }

  async #verify(client: pg.ClientBase): Promise<void> {
    const { server } = this.#origins.get(client)!
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    )
    if (rows[0]!.transaction_read_only === 'on') {
      this.#leave(server)
      throw new NotWritable(this.#servers[server]!.name)
    }
    if (this.#primary === server) return
    this.#primary = server
    this.#next = server
    this.#epoch += 1
    this.#origins.set(client, { server, epoch: this.#epoch })
    this.#onPrimary(this.#servers[server]!.name)
  }

  /** Several connections to one server may fail together, and must not skip the others. */
  #leave(server: number): void {
    if (this.#next === server) this.#next = (server + 1) % this.count
  }
}
