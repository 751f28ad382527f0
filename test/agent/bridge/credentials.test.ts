import { expect, it } from 'vitest'
import { readSecrets } from '../../../src/agent/foreign/credentials.ts'

it.each([
  ['postgres://u:s%C3%A9cret1@h/d', 's%C3%A9cret1 or sécret1', '[redacted] or [redacted]'],
  ['postgres://u:%zz-secret@h/d', 'the password %zz-secret', 'the password [redacted]'],
  ['postgres://h/d', 'the address postgres://h/d', 'the address postgres://h/d'],
])(
  'redacts the password of the address %s if it has one, even if it is not encoded correctly',
  (value, text, redacted) => {
    const { redact, redactJson } = readSecrets(['STORE_URL'], { STORE_URL: value })
    expect(redact(text)).toBe(redacted)
    expect(redactJson({ [text]: [text] })).toEqual({ [redacted]: [redacted] })
  },
)
