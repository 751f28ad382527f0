import { escapeUrl } from '../../visible.ts'
import { shellQuote } from '../reproduce/curl.ts'
import type { Settings } from '../settings.ts'
import { resolveUrl } from '../url.ts'
import type { Vault } from './vault.ts'

/** The addresses that may contain a query, with the beginning of the names under which its values are stored. */
const ADDRESSES = {
  mcp_url: 'SVC_MCP_QUERY',
  mail_url: 'SVC_MAIL_QUERY',
  clock_url: 'SVC_CLOCK_QUERY',
} as const
type AddressName = keyof typeof ADDRESSES
type Addresses = Partial<Pick<Settings, AddressName>>

/** Shorter values of a query are not secrets; they are often ordinary words or numbers. */
const MIN_VALUE = 6

/** Stores the values of the queries, each of which may be a key, as the user's secrets. */
export function keepQueries(vault: Vault, addresses: Addresses): void {
  for (const [name, address] of addressesOf(addresses))
    mapQuery(name, address, (value, placeholder) => {
      // The target sees the decoded value, but a command needs the one in the address, which therefore is stored last.
      for (const form of [decodeValue(value), value]) vault.add(placeholder, form)
      return value
    })
}

/** Replaces the values in the query of an address with their placeholders. */
export const hideQuery = (name: AddressName, address: string): string =>
  mapQuery(name, address, (_, placeholder) => `{{${placeholder}}}`)

/** Replaces the values of the queries in the addresses of a shell line with variables. */
export const withQueryVariables = (line: string, settings: Settings): string =>
  addressesOf(settings).reduce((result, [name, address]) => {
    const url = escapeUrl(resolveUrl(settings.base, address))
    return result.replaceAll(shellQuote(url), () => shellQuote(hideQuery(name, url)))
  }, line)

const addressesOf = (addresses: Addresses): readonly (readonly [AddressName, string])[] =>
  (Object.keys(ADDRESSES) as AddressName[]).flatMap((name) => {
    const address = addresses[name]
    return address === undefined ? [] : [[name, address] as const]
  })

/** Changes the values in the query of an address, and parameters without a name. */
function mapQuery(
  name: AddressName,
  address: string,
  change: (value: string, placeholder: string) => string,
): string {
  const [, before, query, after] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(address) ?? []
  if (before === undefined || query === undefined) return address
  const parts = query.split('&').map((part, i) => {
    const start = part.indexOf('=') + 1
    const value = part.slice(start)
    return decodeValue(value).length < MIN_VALUE
      ? part
      : part.slice(0, start) + change(value, `${ADDRESSES[name]}_${i + 1}`)
  })
  return before + parts.join('&') + (after ?? '')
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
