import { lookup, Resolver } from 'node:dns/promises'

/** Returns all addresses of a name. `trusted` states whether the operator configured the name. Rejects if there are none. */
export type Resolve = (name: string, trusted: boolean) => Promise<readonly string[]>

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Resolves untrusted names by querying the name servers without a thread: a system lookup that hangs would block one of the few threads
 * that the store's file access needs too. Trusted names may be in the hosts file or need a search domain, which only the system resolver
 * supports.
 */
export const systemResolve: Resolve = async (name, trusted) => {
  if (trusted) return (await lookup(name, { all: true })).map(({ address }) => address)
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (addresses.length === 0) throw (results[0] as PromiseRejectedResult).reason
  return addresses
}
