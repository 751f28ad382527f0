import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runStatement, type Server } from '../../test/postgres/server.ts'
import { benchFolder, benchServer, endWithThis, removeFolder } from '../kit/resources.ts'

export type StoreName = 'sqlite' | 'postgres'

/** A running platform and its database. */
export interface Running {
  readonly url: string
  readonly api_key: string
  readonly organization_id: string
  readonly child: ChildProcess
  readonly server: Server | undefined
  remove(): Promise<void>
}

/** Starts a platform. */
export async function start(name: StoreName): Promise<Running> {
  const folder = benchFolder()
  const server = name === 'postgres' ? await benchServer() : undefined
  if (server) await runStatement(server.address('postgres'), 'create database capacity')
  const address = server?.address('capacity') ?? `sqlite:${join(folder, 'registry.db')}`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'platform.ts'), address], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  endWithThis(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    ...(JSON.parse(line) as Pick<Running, 'url' | 'api_key' | 'organization_id'>),
    child,
    server,
    async remove() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await server?.remove()
      removeFolder(folder)
    },
  }
}
