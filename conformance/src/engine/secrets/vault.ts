import { createRedaction, prefixOf } from './redaction.ts'

/**
 * Stores secrets by name. A request is written with the placeholder `{{NAME}}`, and the value is inserted when the request is sent. A
 * recorded request therefore never contains a secret, and a `curl` line shows `$NAME` instead.
 */
export interface Vault {
  /**
   * Stores one of the user's secrets and returns its placeholder. `obtain` is a shell command that prints the value, for a secret that is
   * not in an environment variable with this name.
   */
  readonly add: (name: string, value: string, obtain?: string) => string
  /**
   * Stores a secret that the target issued and returns its placeholder. A later value may replace it. `obtain` is a shell command that
   * prints the value.
   */
  readonly addFromTarget: (name: string, value: string, obtain?: string) => string
  /** Returns whether a secret is stored under a name. */
  readonly has: (name: string) => boolean
  /** Returns all values that the target has issued under a name; none for one of the user's secrets. */
  readonly valuesFromTarget: (name: string) => readonly string[]
  /** Returns the shell command that prints the value, if one is known. */
  readonly commandFor: (name: string) => string | undefined
  /** Inserts only the target's secrets. Paths and bodies may repeat text from the target, which must not obtain the user's secrets. */
  readonly insertTargetSecrets: (text: string) => string
  /** Inserts all secrets. Only headers for credentials may contain the user's secrets. */
  readonly insertSecrets: (text: string) => string
  /** Replaces the user's secrets with their names, and the target's secrets and everything that looks like a token with `[redacted]`. */
  readonly redact: (text: string) => string
  /** Returns the names of the placeholders in a string, each once. */
  readonly names: (text: string) => readonly string[]
}

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g

export function createVault(): Vault {
  const current = new Map<string, { value: string; obtain: string | undefined }>()
  const fromTarget = new Map<string, string[]>()
  const redaction = createRedaction()
  const store = (name: string, value: string, obtain?: string): string => {
    current.set(name, { value, obtain })
    return `{{${name}}}`
  }
  return {
    add(name, value, obtain) {
      redaction.add(value, `$${name}`)
      return store(name, value, obtain)
    },
    addFromTarget(name, value, obtain) {
      redaction.add(value, `${prefixOf(value)}[redacted]`)
      fromTarget.set(name, [...(fromTarget.get(name) ?? []), value])
      return store(name, value, obtain)
    },
    has: (name) => current.has(name),
    valuesFromTarget: (name) => fromTarget.get(name) ?? [],
    commandFor: (name) => current.get(name)?.obtain,
    insertTargetSecrets: (text) =>
      text.replace(
        PLACEHOLDER,
        (placeholder, name: string) =>
          (fromTarget.has(name) ? current.get(name)?.value : undefined) ?? placeholder,
      ),
    insertSecrets: (text) =>
      text.replace(
        PLACEHOLDER,
        (placeholder, name: string) => current.get(name)?.value ?? placeholder,
      ),
    redact: redaction.redact,
    names: (text) => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))],
  }
}
