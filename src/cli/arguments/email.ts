/** The flag that names a person. */
export const EMAIL_FLAG = {
  value: 'EMAIL',
  description: 'E-mail address, to which sign-in PINs go',
  required: true,
} as const

/** Returns the e-mail address of `--email`. @throws UsageError where the contract does not allow it */
export async function readEmail(text: string): Promise<string> {
  const { validText } = await import('./contract.ts')
  return validText('--email', 'PinRequest/properties/email', text)
}
