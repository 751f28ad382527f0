import { describe, expect, it, vi } from 'vitest'
import { createVault } from '../../src/engine/secrets/vault.ts'

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

  const KEY = 'ab/cdefghij/klmnop'
  const PHP = KEY.replaceAll('/', '\\/')
  it.each([
    [
      'after a quote that belongs to no string',
      `5" disk {"x":"${PHP}"}`,
      '5" disk {"x":"$MY_KEY"}',
    ],
    [
      'in JSON within JSON',
      JSON.stringify({ error: `{"x":"${PHP}","y":1}` }),
      String.raw`{"error":"{\"x\":\"$MY_KEY\",\"y\":1}"}`,
    ],
    [
      'in JSON within JSON within JSON',
      JSON.stringify(JSON.stringify([`["${KEY.replaceAll('/', '\\u002f')}"]`])),
      String.raw`"[\"[\\\"$MY_KEY\\\"]\"]"`,
    ],
    ['outside of strings', `you sent ${PHP}`, 'you sent $MY_KEY'],
    ['after an escaped line break', `"key:\\n${PHP}"`, '"key:\\n$MY_KEY"'],
    [
      'where it was truncated',
      `{"x":"ab\\/cdefghij\\u00… (30000 characters)`,
      '{"x":"$MY_KEY\\u00… (30000 characters)',
    ],
    ['after a backslash', `DOMAIN\\${KEY}`, 'DOMAIN\\$MY_KEY'],
  ])('is redacted %s', (_, text, expected) => {
    const vault = createVault()
    vault.add('MY_KEY', KEY)
    expect(vault.redact(text)).toBe(expected)
  })

  it('is redacted after a backslash that makes its beginning look like an escape sequence', () => {
    const vault = createVault()
    vault.add('MY_KEY', 'new/keys/1')
    expect(vault.redact(String.raw`"C:\\new/keys/1" C:\new/keys/1`)).toBe(
      String.raw`"C:\\$MY_KEY" C:\$MY_KEY`,
    )
  })

  it('is redacted if the secret contains quotes, backslashes and line breaks', () => {
    const secret = 'a "b\\new\\\\c"\nd'
    const vault = createVault()
    vault.add('MY_KEY', secret)
    const once = JSON.stringify(secret)
    expect(vault.redact(`${secret} ${once} 5" ${JSON.stringify(once)}`)).toBe(
      String.raw`$MY_KEY "$MY_KEY" 5" "\"$MY_KEY\""`,
    )
  })

  it.each([
    ['5" {"session_token":"12\\u0032\\u002e45678"}', '5" {"session_token":"[redacted]"}'],
    [
      JSON.stringify({ error: '{"pin": "1234", "hec_token":"ab\\"cdefgh"}' }),
      String.raw`{"error":"{\"pin\": \"[redacted]\", \"hec_token\":\"[redacted]\"}"}`,
    ],
    ['5" said:\\nsess_abc\\u0064ef', '5" said:\\nsess_[redacted]'],
  ])('is redacted in a member or with the prefix of a secret: %s', (text, expected) => {
    expect(createVault().redact(text)).toBe(expected)
  })

  it.each(['"', '/', 'u0022', '\\"token":"'])(
    'is searched for in time linear in the length of the text: %s',
    (escaped) => {
      const vault = createVault()
      vault.add('MY_KEY', KEY)
      const text = `\\${escaped}`.repeat(400_000)
      expect(vault.redact(text) === text).toBe(true)
    },
  )

  it('is searched for in linear time if its beginning occurs at every other position', () => {
    const vault = createVault()
    vault.add('MY_KEY', `${'ab'.repeat(5_000)}c`)
    expect(vault.redact('ab'.repeat(200_000))).toBe('$MY_KEY'.repeat(40))
  })

  it('is encoded once when it is stored, not for every text that is searched', () => {
    const vault = createVault()
    for (let i = 0; i < 80; i += 1) vault.add(`KEY_${i}`, `${KEY}${i}`)
    const encode = vi.spyOn(Buffer, 'from')
    const stringify = vi.spyOn(JSON, 'stringify')
    vault.redact('["\\n","\\n"]')
    const calls = encode.mock.calls.length + stringify.mock.calls.length
    vi.restoreAllMocks()
    expect(calls).toBe(0)
  })
})
