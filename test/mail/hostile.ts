import fc from 'fast-check'

const PIECES = [
  '\r\n', '\n', '\r', '\0', '\t', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\ufeff', '\u00a0', ' ', ',', '"', '<', '>', '&', '*', '_', '`', '[x](https://evil.example)',
  '<!channel>', '<at>everyone</at>', '@everyone', ':fire:', '\r\nBcc: eve@evil.example\r\n', '\n\nBody', '.\r\n', '\r\n.\r\n', 'To: eve@evil.example', '😀', '👩‍👩‍👧', 'é', 'ß', '٣', '漢',
  '=?utf-8?q?=0D=0ABcc:=20eve@evil.example?=', '=?utf-8?b?QmNjOg==?=', '=\r\n?', '=?', '?=',
]

/** Texts of strangers: anything, with much of what has broken mail and chats before. */
export const hostile = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })),
  maxLength: 40,
})
