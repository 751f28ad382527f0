/**
 * Replaces a text that stands once in a source. White space and trailing commas do not count, so the formatter may lay it out anew.
 * @throws Error where the text stands in several places or in none
 */
export function plant(source: string, from: string, to: string): string {
  const [whole, part] = [withoutLayout(source), withoutLayout(from).text]
  const first = whole.text.indexOf(part)
  if (first < 0 || whole.text.includes(part, first + 1))
    throw new Error(`not exactly one place reads: ${from}`)
  const [start, last] = [whole.offsets[first]!, whole.offsets[first + part.length - 1]!]
  return source.slice(0, start) + to + source.slice(last + 1)
}

const withoutLayout = (source: string) => {
  const kept = [...source.matchAll(/(?!,\s*[)\]}])\S/g)]
  return { text: kept.join(''), offsets: kept.map(({ index }) => index) }
}
