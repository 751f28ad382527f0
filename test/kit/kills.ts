/** How hard a store is killed: embedded ones take many clients; a server shares its connections among few, and answers 503 to those who wait too long. */
const LOADS = { embedded: { clients: 200, kills: 20 }, postgres: { clients: 40, kills: 10 } }
/** In a whole run some kills stand for all of them; `npm run kills` makes every one. */
const PART = process.env['SVC_TEST_KILLS'] === 'all' ? 1 : 0.3

/** Returns how many clients work at a store, and how many times it is killed while they do. */
export function killsOf(kind: string): { readonly clients: number; readonly kills: number } {
  const { clients, kills } = LOADS[kind === 'postgres' ? kind : 'embedded']
  return { clients, kills: kills * PART }
}
