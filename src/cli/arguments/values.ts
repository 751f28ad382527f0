import { UsageError } from '../../terminal/errors.ts'

/** Reads a whole number within bounds. @throws UsageError naming the flag or argument */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

/** Reads one of several words. @param kind the noun for the words in the message @throws UsageError */
export function choice<const Word extends string>(
  kind: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((known) => known === text)
  if (word !== undefined) return word
  throw new UsageError(`"${text}" is not a ${kind}; choose one of ${words.join(', ')}.`)
}

/** The flag that names a person. */
export const EMAIL_FLAG = {
  value: 'EMAIL',
  description: 'E-mail address, to which sign-in PINs are sent',
  required: true,
} as const

/** Returns the e-mail address of `--email`. @throws UsageError if the contract does not allow it */
export async function readEmail(text: string): Promise<string> {
  const { validText } = await import('./contract.ts')
  return validText('--email', 'PinRequest/properties/email', text)
}
