/** Returns the e-mail address that `--email` gives. @throws UsageError where it is none as the contract has it */
export async function emailOf(text: string): Promise<string> {
  const { conforming } = await import('./contract.ts')
  return conforming('--email', 'PinRequest/properties/email', text)
}
