import { describe, expect, it } from 'vitest'
import { changeEscapedStrings } from '../../src/engine/escaped-strings.ts'
import { createVault } from '../../src/engine/vault.ts'

const TOKEN = 'sess_ab/cdefgh+ijklmnop/qrstuvwxyz=='

describe('a secret whose characters are escaped in JSON', () => {
  it.each([
    ['slashes, as PHP does', TOKEN.replaceAll('/', '\\/')],
    ['plus signs, as .NET does', TOKEN.replaceAll('+', '\\u002B')],
    ['every character', [...TOKEN].map((it) => `\\u00${it.charCodeAt(0).toString(16)}`).join('')],
  ])('is redacted: %s', (_, escaped) => {
    const known = createVault()
    known.addFromTarget('SVC_SESSION_TOKEN', TOKEN)
    for (const vault of [known, createVault()]) {
      expect(vault.redact(`{"a":"b\\/c","session_token": "${escaped}","d":1}`)).toBe(
        '{"a":"b\\/c","session_token": "sess_[redacted]","d":1}',
      )
      expect(vault.redact(`["${escaped}"]`)).toBe('["sess_[redacted]"]')
    }
    const own = createVault()
    own.add('MY_KEY', TOKEN.slice(5))
    expect(own.redact(`{"you sent":"${escaped}"}`)).not.toContain('cdefgh')
  })

  it('is redacted in a member with the name of a secret, whatever its form', () => {
    expect(createVault().redact('{"refresh_token":"opaque\\/token","pin":"12\\u00334"}')).toBe(
      '{"refresh_token":"[redacted]","pin":"[redacted]"}',
    )
  })

  it('is not searched for in time that grows faster than the text', () => {
    const text = '\\"'.repeat(2_000_000)
    expect(changeEscapedStrings(text, () => 'x') === text).toBe(true)
  })
})
