import { ROOT } from './urls.ts'

/** Returns the URL of this registry, which agents also use as the issuer unless they are configured with another one. */
const registryUrl = (): string => `${location.origin}${ROOT}`

/** Returns the base URL of the API. */
export const apiUrl = (): string => `${registryUrl()}/api/v1`

/** Returns the issuer if agents have to be configured with it, because it differs from the URL of the registry. */
export const issuerSetting = (issuer: string): string | undefined =>
  issuer === registryUrl() ? undefined : issuer

/** Quotes text as one word of a shell command, if it needs quotes. */
export const shellQuote = (text: string): string =>
  /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Explains why agents have to be configured with the issuer, if they do. */
export const IssuerNote = ({ issuer }: { issuer: string | undefined }) =>
  issuer === undefined ? null : (
    <p class="hint">
      The issuer is the name of this registry in signatures. It differs from the registry’s URL, so
      agents must be configured with it: an agent with a different issuer rejects the registry’s
      messages. Agents take the issuer only from their own settings. Confirm it with the registry
      operator.
    </p>
  )
