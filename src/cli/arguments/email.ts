/** Returns the e-mail address that `--email` gives. @throws UsageError where it is none as the contract has it */
export async function readEmail(text: string): Promise<string> {
  const { validText: conforming } = await import('./contract.ts')
  return conforming('--email', 'PinRequest/properties/email', text)
}
