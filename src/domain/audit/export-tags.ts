const MAX_LENGTH = 200

/**
 * A tag as log platforms keep it: lower case, a letter first, then letters, digits and `_-:./`, at most 200 characters, no colon at
 * the end. Undefined where nothing of the form `key:value` is left.
 */
export function normalizedTag(tag: string): string | undefined {
  const plain = tag.toLowerCase().replace(/[^\p{L}\p{N}_\-:./]/gu, '_')
  const lettered = /^\p{L}/u.test(plain) ? plain : `t_${plain}`
  const short = [...lettered].slice(0, MAX_LENGTH).join('').replace(/:+$/, '')
  return short.includes(':') ? short : undefined
}

/** Tags without repetition, each as it is kept. */
export const normalizedTags = (tags: readonly string[]): readonly string[] => [
  ...new Set(tags.map(normalizedTag).filter((tag) => tag !== undefined)),
]
