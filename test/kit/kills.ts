import { samples } from './samples.ts'

/**
 * Clients and kills by kind of store. A database server gets fewer clients, because they share its connections and those that wait too long
 * get 503.
 */
const PLANS = { embedded: { clients: 200, kills: 20 }, postgres: { clients: 40, kills: 10 } }
/** The share of kills in `npm run test:deep`, where a kill over HTTP costs three times as much; `npm run kills` performs all of them. */
const SHARES = { store: 0.15, http: 0.05 }

/** Returns the number of concurrent clients of a store, and how many times it is killed while they run. */
export function killPlan(
  kind: string,
  through: keyof typeof SHARES,
): { readonly clients: number; readonly kills: number } {
  const { clients, kills } = PLANS[kind === 'postgres' ? kind : 'embedded']
  return { clients, kills: Math.ceil(kills * samples(SHARES[through], 1)) }
}
