import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createClock } from '../../system.ts'
import { readIssuer, readStore } from '../../config/server.ts'
import { readImages } from '../../config/images.ts'
import { readOutgoing } from '../../config/outgoing.ts'
import type { Environment } from '../../config/values.ts'
import { StoreLocked } from '../../store/database.ts'
import { keyFileBeside, type KeySource } from '../../store/master-keys/source.ts'
import { openMasterKeys } from '../../store/master-keys/open.ts'
import { storePath, dialectOf } from '../../store/dialects.ts'
import { openDatabase } from '../../store/open.ts'
import { createStore, type Store } from '../../store/store.ts'
import { storeArgument } from '../arguments/settings.ts'
import { runInServer } from './control-socket.ts'
import { CommandError } from '../../terminal/errors.ts'
import type { OperatorServices } from './command.ts'
import { operatorServices } from './services.ts'

interface Invocation {
  readonly command: string
  readonly args: unknown
  readonly execute: (services: OperatorServices, args: unknown) => Promise<unknown>
  readonly createsStore: boolean
}

/**
 * Runs a command on a store: in this process, or in the one that serves a JSON store, which only one process can open.
 * @throws CommandError, ConfigError, StoreRefused, or UsageError if a serving process refuses the arguments
 */
export async function runCommand(
  { command, args, execute, createsStore }: Invocation,
  address: string | undefined,
  env: Environment,
): Promise<unknown> {
  const { store: store_address, key_source } = readStore({ store: address }, env)
  const path = storePath(store_address)
  if (!dialectOf(store_address).isPersistent)
    throw new CommandError(
      'A memory: store exists only inside one process, so no command can reach it; name another store with --store.',
    )
  if (path !== undefined && !existsSync(path) && !createsStore)
    throw new CommandError(
      `There is no store at ${path}; name another one with --store, or create it with: serve --store ${storeArgument(store_address)}`,
    )

  const user = userName()
  const opened = await openDatabase(store_address).catch((cause: unknown) => {
    if (cause instanceof StoreLocked) return cause
    throw cause
  })
  if (opened instanceof StoreLocked) {
    const reply = await runInServer(path!, { command, args, user })
    if (!reply) throw opened
    return reply.result
  }
  const store = createStore(opened)
  try {
    return await execute(servicesOf(store, path, key_source, user, env), args)
  } finally {
    await store.close()
  }
}

function servicesOf(
  store: Store,
  path: string | undefined,
  key_source: KeySource | undefined,
  user: string,
  env: Environment,
): OperatorServices {
  const { now, now_ms } = createClock()
  return operatorServices({
    store,
    now,
    user,
    masterKeys: async () => openMasterKeys(key_source ?? (await keySourceOf(store, path)), now_ms),
    loadSigner: (context, keys) =>
      keys.use((master_keys) =>
        store.loadSigner(context, { master_keys, issuer: readIssuer({}, env) }),
      ),
    async images() {
      const { registryImages } = await import('../../ports/images/registry-images.ts')
      return registryImages(readImages(env), readOutgoing(env))
    },
  })
}

async function keySourceOf(store: Store, path: string | undefined): Promise<KeySource> {
  if (path !== undefined) return keyFileBeside(store, path, randomBytes)
  throw new CommandError(
    'A PostgreSQL store needs a master key to decrypt its secrets; set SVC_MASTER_KEY, SVC_MASTER_KEY_FILE or SVC_MASTER_KEY_COMMAND as for serve.',
  )
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}` // Containers often run as a user without a name.
  }
}
