import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a name. `trusted`: the operator named it. Rejects when there are none. */
export type Resolve = (name: string, trusted: boolean) => Promise<readonly string[]>

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Names of strangers are asked of the name servers without a thread: a system lookup that hangs holds one of the few threads that the
 * store's file needs too. Names of the operator may stand in the hosts file or want a search domain, which only the system knows.
 */
export const systemResolve: Resolve = async (name, trusted) => {
  if (trusted) return (await lookup(name, { all: true })).map(({ address }) => address)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
  return addresses
}
