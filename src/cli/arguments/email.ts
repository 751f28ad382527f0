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
