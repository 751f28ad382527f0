/**
 * Secrets by name. A request is written with `{{NAME}}` where a secret goes, and the value is put in when it is sent, so a
 * record of the request never holds one; in a `curl` line the same place reads `$NAME`.
 */
export interface Vault {
  /** Keeps a value and returns what to write instead. `obtain` is a shell command that prints the value. */
  readonly put: (name: string, value: string, obtain?: string) => string
  /** Keeps a value that the target gave away; a later one may take its name. */
  readonly keep: (name: string, value: string, obtain?: string) => string
  /** All values that a name has had of the target; none for what the user brought along. */
  readonly kept: (name: string) => readonly string[]
  /** The shell command that prints the value, if one is known. */
  readonly obtain: (name: string) => string | undefined
  /** The text with the values put in that the target gave away: all that stands in paths and bodies, where a target's own words stand as well. */
  readonly open: (text: string) => string
  /** The value of a header with all values put in. What the user brought along goes nowhere else. */
  readonly openHeader: (text: string) => string
  /** The text with every known value, and everything that looks like a token, replaced by its name. */
  readonly redact: (text: string) => string
  /** The names in a text, each once. */
  readonly names: (text: string) => readonly string[]
}

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g
/** Tokens of the interface by their prefixes (lines 56, 65-69, 98, 159 and 352). The prefix stays, since it is what is judged. */
const TOKENS = /\b(sk_live|skt|srt|srf|adm|sess)_[A-Za-z0-9._~+/=-]{6,}/g
/** Members that hold a secret whatever it looks like. */
const SECRET_MEMBERS =
  /("(?:session_token|runtime_token|refresh_token|install_token|api_key|hec_token|routing_key|token|pin)"\s*:\s*")([^"\\]{7,})(")/g

export function createVault(): Vault {
  const values = new Map<string, { value: string; obtain: string | undefined }>()
  const given = new Map<string, string[]>()
  const known = (text: string): string => {
    const own = [...values].reduce(
      (shown, [name, { value }]) => (given.has(name) ? shown : hidden(shown, value, `$${name}`)),
      text,
    )
    return [...given.values()]
      .flat()
      .reduce((shown, value) => hidden(shown, value, `${prefixOf(value)}[redacted]`), own)
  }
  const put: Vault['put'] = (name, value, obtain) => {
    values.set(name, { value, obtain })
    return `{{${name}}}`
  }
  return {
    put,
    keep(name, value, obtain) {
      given.set(name, [...(given.get(name) ?? []), value])
      return put(name, value, obtain)
    },
    kept: (name) => given.get(name) ?? [],
    obtain: (name) => values.get(name)?.obtain,
    open: (text) =>
      text.replace(
        PLACEHOLDER,
        (whole, name: string) => (given.has(name) ? values.get(name)?.value : undefined) ?? whole,
      ),
    openHeader: (text) =>
      text.replace(PLACEHOLDER, (whole, name: string) => values.get(name)?.value ?? whole),
    redact: (text) =>
      known(text)
        .replace(TOKENS, (_, prefix: string) => `${prefix}_[redacted]`)
        .replace(
          SECRET_MEMBERS,
          (_, open: string, value: string, close: string) =>
            `${open}${prefixOf(value)}[redacted]${close}`,
        ),
    names: (text) => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))],
  }
}

/** Shorter values are words of the language rather than secrets. */
const SHORTEST = 4
/** So much of the beginning of a secret is recognised where a text was cut. */
const BEGINNING = 8

/** The text without a secret, in whatever way it is written; and without its beginning, where the text was cut in the middle of it. */
function hidden(text: string, secret: string, instead: string): string {
  if (secret.length < SHORTEST) return text
  const ways = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ])
  const whole = [...ways].reduce((shown, way) => shown.replaceAll(way, instead), text)
  return secret.length <= BEGINNING ? whole : withoutBeginning(whole, secret, instead)
}

function withoutBeginning(text: string, secret: string, instead: string): string {
  const place = text.lastIndexOf(secret.slice(0, BEGINNING))
  if (place < 0) return text
  const rest = text.slice(place)
  const cut = /["…]/.exec(rest)?.index ?? rest.length
  return secret.startsWith(rest.slice(0, cut))
    ? text.slice(0, place) + instead + rest.slice(cut)
    : text
}

/** Half a surrogate pair has no encoding. */
const encoded = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : text)

/** What may be shown of a secret: a prefix as the interface writes them, and nothing else. */
function prefixOf(value: string): string {
  return /^(?:[a-z]{2,8}_){1,2}/.exec(value)?.[0] ?? ''
}
