const MAX_LENGTH = 200

/**
 * Normalizes a tag as log platforms do: lower case, starting with a letter, then letters, digits and `_-:./`, at most 200 characters, no
 * colon at the end. Returns undefined if the result does not have the form `key:value`.
 */
export function normalizedTag(tag: string): string | undefined {
  const plain = tag.toLowerCase().replace(/[^\p{L}\p{N}_\-:./]/gu, '_')
  const lettered = /^\p{L}/u.test(plain) ? plain : `t_${plain}`
  const short = [...lettered].slice(0, MAX_LENGTH).join('').replace(/:+$/, '')
  return short.includes(':') ? short : undefined
}

/** Returns the distinct normalized tags. */
export const normalizedTags = (tags: readonly string[]): readonly string[] => [
  ...new Set(tags.map(normalizedTag).filter((tag) => tag !== undefined)),
]
