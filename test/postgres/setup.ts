import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/store/open.ts'
import { emptyDatabase, shapeOf } from './reuse.ts'
import { holdPort, type HeldPort } from '../kit/port.ts'
import { addressOn, newServer, runStatement } from './server.ts'

/** The service that provides databases to tests. */
export interface Databases {
  /** The address of the server's own database. */
  readonly admin: string
  /** The port of the HTTP server that provides a database of a given name, and takes it back. */
  readonly provider_port: number
}
declare module 'vitest' {
  interface ProvidedContext {
    postgres: Databases
  }
}

/**
 * Runs alongside the tests and provides databases with all tables and no rows. The server is the one that DATABASE_URL names, or else a new
 * one, which starts on the first request, because most runs need none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  // The port is held until the server starts, because other tests may open ports in the minutes before that.
  const held = given === undefined ? await holdPort() : undefined
  const admin = given ?? addressOn(held!.port, 'postgres')
  let source: Promise<Source> | undefined
  // Idle connections are not closed, because a client could reuse one at the moment when it is closed, and its request would fail.
  const provider = createServer({ keepAliveTimeout: 0 }, ({ method, url }, res) => {
    source ??= openSource(admin, held)
    const done = source.then(({ provide, reclaim }) =>
      (method === 'DELETE' ? reclaim : provide)(url!.slice(1)),
    )
    done.then(
      () => res.end(),
      (cause: unknown) => res.writeHead(500).end(String((cause as Error).stack)),
    )
  })
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve)
  })
  project.provide('postgres', { admin, provider_port: (provider.address() as AddressInfo).port })
  return async () => {
    provider.close()
    await (source ? (await source).close() : held?.release())
  }
}

/** How many databases are created in advance. */
const STOCK = 4
interface Source {
  provide(name: string): Promise<unknown>
  /** Takes a database back and empties it for the next test; creating and dropping one costs several times as much. */
  reclaim(name: string): Promise<unknown>
  close(): Promise<void>
}

async function openSource(admin: string, held: HeldPort | undefined): Promise<Source> {
  await held?.release()
  const server = held && (await newServer({ port: held.port }))
  console.log(`Tests on PostgreSQL use ${server?.from ?? 'the server of DATABASE_URL'}.`)
  const template = `svc_test_${process.pid}_${Date.now().toString(36)}`
  const databases = [template]
  await runStatement(admin, `create database ${template} template template0 encoding 'UTF8'`)
  const at = (name: string) => Object.assign(new URL(admin), { pathname: `/${name}` }).href
  await (await openDatabase(at(template))).close()
  const shape = await shapeOf(at(template))
  // Copying files takes a quarter less time than logging them first, which is the default of PostgreSQL 15 and later.
  const [{ server_version_num } = {}] = await runStatement(admin, 'show server_version_num')
  const strategy = Number(server_version_num) >= 150_000 ? ' strategy file_copy' : ''
  const create = async () => {
    const name = `${template}_${databases.length}`
    databases.push(name)
    await runStatement(admin, `create database ${name} template ${template}${strategy}`)
    return name
  }
  const stock = Array.from({ length: STOCK }, create)
  const usable: string[] = []
  return {
    async provide(name) {
      const used = usable.pop()
      if (used === undefined) stock.push(create())
      await runStatement(
        admin,
        `alter database ${used ?? (await stock.shift()!)} rename to ${name}`,
      )
      databases.push(name)
    },
    async reclaim(name) {
      if (await emptyDatabase(at(name), shape)) usable.push(name)
    },
    async close() {
      await Promise.allSettled(stock)
      if (server) return server.remove()
      for (const name of databases)
        await runStatement(admin, `drop database if exists ${name} with (force)`)
    },
  }
}
