/**
 * Encodes a text for PostgreSQL, which stores every character but NUL. NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002, so
 * that different texts stay different and in the same order.
 */
export const packText = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(/[\0\u0001]/g, (char) => (char === '\0' ? '\u0001\u0001' : '\u0001\u0002'))
    : text

/** Decodes what `packText` has encoded. */
export const unpackText = (text: string): string =>
  text.includes('\u0001')
    ? text.replace(/\u0001[\u0001\u0002]/g, (pair) => (pair === '\u0001\u0001' ? '\0' : '\u0001'))
    : text

const UNSAFE = /[\0\u0001]/
