import { StoreRefused } from '../database.ts'
import type { Dialect } from '../dialect.ts'

const SCHEME = 'json:'
const pathOf = (address: string): string => address.slice(SCHEME.length)

/** A store in one JSON file: `json:PATH`. */
export const JSON_DIALECT: Dialect = {
  name: 'json',
  title: 'JSON',
  system: 'json',
  isShared: false,
  isPersistent: true,
  isDocument: true,
  matches: (address) => address.startsWith(SCHEME),
  isComplete: (address) => /^json:.+$/.test(address),
  path: pathOf,
  open: async (address) => (await import('./database.ts')).openJsonStore(pathOf(address)),
  openSnapshot: async (address) =>
    (await import('./snapshot.ts')).openJsonSnapshot(pathOf(address)),
  openLoader: async (address) => {
    const { openJsonStore } = await import('./database.ts')
    return (await import('./snapshot.ts')).loadDocument(await openJsonStore(pathOf(address)))
  },
}

const openMemory = async () => (await import('./database.ts')).openMemoryStore()

/** A store in memory, for the sandbox and for tests: `memory:`. */
export const MEMORY_DIALECT: Dialect = {
  name: 'memory',
  title: 'memory',
  system: 'memory',
  isShared: false,
  isPersistent: false,
  isDocument: false,
  matches: (address) => address === 'memory:',
  isComplete: () => true,
  open: openMemory,
  openSnapshot: () =>
    Promise.reject(
      new StoreRefused('A memory: store exists inside one process only; name another store.'),
    ),
  openLoader: async () => (await import('./snapshot.ts')).loadDocument(await openMemory()),
}
