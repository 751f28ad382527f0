import { UsageError } from './usage.ts'

/** Returns the address of the target. @throws UsageError if it is missing or not an address */
export function targetAddress(address: string | undefined): string {
  if (address === undefined)
    throw new UsageError(
      'The address of the target is missing; for example `svc-conformance agent http://localhost:3000`.',
    )
  return addressOf(address)
}

/** Returns an address to which paths are appended, without a slash at the end. The scheme may be omitted. @throws UsageError */
export function addressOf(address: string): string {
  const { origin, pathname, search } = parseAddress(address)
  if (search !== '')
    throw new UsageError(
      `${withoutQuery(address)} must not contain a query, because paths are appended to this address.`,
    )
  return origin + pathname.replace(/\/+$/, '')
}

/** Returns the address of one endpoint, which may contain a query. The scheme may be omitted. @throws UsageError */
export function endpointOf(address: string): string {
  const { origin, pathname, search } = parseAddress(address)
  return origin + pathname.replace(/\/+$/, '') + search
}

function parseAddress(address: string): URL {
  const text = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(text))
    throw new UsageError(
      `${withoutQuery(address)} is not an address; an example is http://localhost:3000.`,
    )
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'An address must not contain a user name or password; use --header "Authorization: $NAME".',
    )
  return url
}

/** Returns an address for a message. A query may contain a key. */
const withoutQuery = (address: string): string => address.replace(/\?.+/s, '?…')

/** Returns an origin, such as http://proxy.example:8080. @throws UsageError if the text is not an address with a scheme */
export function originOf(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError('--allow-host takes origins, for example http://proxy.example:8080.')
  return new URL(address).origin
}
