/** What the address of a store says; nothing is opened here. */

/** Whether the store is a server that several processes share. */
export const isPostgres = (address: string): boolean => /^postgres(ql)?:\/\//.test(address)

/** The file of a store; undefined for one that has none. */
export const storePath = (address: string): string | undefined =>
  address === 'memory:' || isPostgres(address) ? undefined : address.slice(address.indexOf(':') + 1)

/** The address as it may be shown: without a password, wherever it stands. */
export function shownStore(address: string): string {
  if (!isPostgres(address)) return address
  const url = URL.parse(address)
  return url
    ? `postgres://${url.username}${url.password === '' ? '' : ':***'}${url.username === '' ? '' : '@'}${url.host}${url.pathname}`
    : 'postgres://***'
}

/** How a command names the store, for somebody who copies it: the setting stands in for what is not shown. */
export const typedStore = (address: string): string =>
  shownStore(address) === address ? address : '"$SVC_STORE"'
