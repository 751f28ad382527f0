/** Returns the address without a password, wherever it stands in it. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'postgres://***'
  const { username, password, host, pathname } = url
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return `postgres://${user}${host}${pathname}`
}
