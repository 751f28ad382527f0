import { ROOT } from './urls.ts'

/** Returns the address of this registry, which agents also use as the issuer unless they are configured with another one. */
const registryAddress = (): string => `${location.origin}${ROOT}`

/** Returns the base address of the API. */
export const apiAddress = (): string => `${registryAddress()}/api/v1`

/** Returns the issuer if agents have to be configured with it, because it differs from the address of the registry. */
export const issuerSetting = (issuer: string): string | undefined =>
  issuer === registryAddress() ? undefined : issuer

/** Quotes a text as one word of a shell command, if it needs quotes. */
export const shellQuote = (text: string): string =>
  /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Explains why the issuer is part of the settings, if it is. */
export const IssuerNote = ({ issuer }: { issuer: string | undefined }) =>
  issuer === undefined ? null : (
    <p class="hint">
      The issuer is the name of this registry in signatures. It differs from the address, so agents
      must be configured with it; an agent with a different issuer rejects messages of the registry.
      Agents read the issuer only from their settings. Verify it with the registry operator.
    </p>
  )
