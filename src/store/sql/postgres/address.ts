/** Returns the address without the password, which may be in the user information or in the query. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'postgres://***'
  const { username, password, host, pathname } = url
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return `postgres://${user}${host}${pathname}`
}
