import { ROOT } from './urls.ts'

/** Where this registry is. An agent that is given this address takes it for the issuer, unless it is told another one. */
export const registryAddress = (): string => `${location.origin}${ROOT}`

/** Where the API of this registry is. */
export const apiAddress = (): string => `${registryAddress()}/api/v1`

/** The issuer that agents have to be told, because it is not the address under which they know the registry. */
export const issuerSetting = (issuer: string): string | undefined =>
  issuer === registryAddress() ? undefined : issuer

/** A word for a shell, in quotes where it needs them. */
export const shellQuote = (text: string): string =>
  /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
