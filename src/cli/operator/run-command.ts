import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createClock } from '../../clock.ts'
import { readIssuer, readStore } from '../../config/server.ts'
import { readImages } from '../../config/images.ts'
import { readOutgoing } from '../../config/outgoing.ts'
import { pin } from '../../domain/secrets.ts'
import { StoreLocked } from '../../store/lowdb/lock-file.ts'
import { masterKeyBeside } from '../../store/master-key.ts'
import { storePath } from '../../store/address.ts'
import { openDatabase } from '../../store/open.ts'
import { createStore, type Store } from '../../store/store.ts'
import type { CallContext } from '../../store/act.ts'
import { runInServer } from './control-socket.ts'
import { CommandError } from '../../terminal/errors.ts'
import type { OperatorServices } from './command.ts'

export interface Task {
  readonly command: string
  readonly args: unknown
  readonly work: (services: OperatorServices, args: unknown) => Promise<unknown>
  readonly begins: boolean
}
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Does a task on a store: here, or in the process that serves a JSON store, which only one process may open.
 * @throws CommandError, ConfigError, StoreRefused
 */
export async function runCommand(
  task: Task,
  address: string | undefined,
  env: Environment,
): Promise<unknown> {
  const { store: named, master_key } = readStore({ store: address }, env)
  const path = storePath(named)
  if (named === 'memory:')
    throw new CommandError(
      'A memory: store lives inside one process, and no command can reach it; name another store with --store.',
    )
  if (path !== undefined && !existsSync(path) && !task.begins)
    throw new CommandError(
      `There is no store at ${path}; name another one with --store, or begin one with: serve --store ${named}`,
    )

  const user = userName()
  const opened = await openDatabase(named).catch((cause: unknown) => {
    if (cause instanceof StoreLocked) return cause
    throw cause
  })
  if (opened instanceof StoreLocked) {
    const answer = await runInServer(path!, { command: task.command, args: task.args, user })
    if (!answer) throw opened
    return answer.result
  }
  const store = createStore(opened)
  try {
    return await task.work(servicesOf(store, path, master_key, user, env), task.args)
  } finally {
    await store.close()
  }
}

function servicesOf(
  store: Store,
  path: string | undefined,
  master_key: Uint8Array | undefined,
  user: string,
  env: Environment,
): OperatorServices {
  const { now } = createClock()
  const act = () => operatorContext(now(), user)
  return {
    store,
    now,
    act,
    async images() {
      const { registryImages } = await import('../../ports/registry/images.ts')
      return registryImages(readImages(env), readOutgoing(env))
    },
    async signer() {
      return store.loadSigner(act(), { master_key: await masterKey(), issuer: readIssuer({}, env) })
    },
    async pins() {
      const key = await masterKey()
      // Another key than the one of this store would make PINs that nobody takes.
      await store.loadSigner(act(), { master_key: key, issuer: readIssuer({}, env) })
      return (challenge_id) => pin(key, challenge_id)
    },
  }

  async function masterKey(): Promise<Uint8Array> {
    if (master_key) return master_key
    if (path === undefined)
      throw new CommandError(
        'The secrets of a PostgreSQL store need SVC_MASTER_KEY, as it is set for serve.',
      )
    const made = (await store.findAnySigningKey({})) !== undefined
    if (made && !existsSync(`${path}.key`)) throw new CommandError(missing(path))
    return masterKeyBeside(path, randomBytes)
  }
}

const missing = (path: string): string =>
  `The key file ${path}.key is missing; restore it from a backup, or set SVC_MASTER_KEY as for serve.`

/** What the audit log will say: an operator, by the name the operating system knows. */
export const operatorContext = (now: CallContext['now'], user: string): CallContext => ({
  now,
  actor: { type: 'operator', id: user, ip: null },
  request_id: null,
  user_agent: 'svc-registry',
  random: randomBytes,
})

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}` // Containers often run as a user without a name.
  }
}
