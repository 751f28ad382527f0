import type { Settings } from '../settings.ts'

/** Returns whether a placeholder `{{NAME}}` stands for a value; `header` is given if it is in a header. Any other one is plain text. */
export type IsPlaceholder = (
  name: string,
  header?: { readonly name: string; readonly value: string },
) => boolean

/** Headers into which probes never copy text of a response; tokens in them are placeholders. */
const CREDENTIAL_HEADERS = ['X-API-Key', 'Authorization']

/**
 * Returns whether a header may contain the user's secrets. The value of any other header may repeat text from the target, which must not
 * obtain them.
 */
export const mayHaveSecrets = ({ headers }: Settings, name: string, value: string): boolean =>
  CREDENTIAL_HEADERS.includes(name) || headers[name] === value

/**
 * Returns which placeholders become variables in a shell command: the secrets that would be inserted if the request were sent, and the
 * variables that the command sets itself. Text from the target must not name other variables of the user's shell.
 */
export const shellPlaceholders =
  (settings: Settings, assigned: ReadonlySet<string> = new Set()): IsPlaceholder =>
  (name, header) =>
    assigned.has(name) ||
    settings.vault.valuesFromTarget(name).length > 0 ||
    (header !== undefined &&
      mayHaveSecrets(settings, header.name, header.value) &&
      settings.vault.has(name))
