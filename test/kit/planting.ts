/**
 * Replaces a passage that occurs once in a source file. White space and trailing commas are ignored, so that formatting does not matter.
 * @throws Error if the passage occurs several times or not at all
 */
export function plant(source: string, from: string, to: string): string {
  const [whole, part] = [withoutLayout(source), withoutLayout(from).text]
  const first = whole.text.indexOf(part)
  if (first < 0 || whole.text.includes(part, first + 1))
    throw new Error(`The text does not occur exactly once: ${from}`)
  const [start, last] = [whole.offsets[first]!, whole.offsets[first + part.length - 1]!]
  return source.slice(0, start) + to + source.slice(last + 1)
}

const withoutLayout = (source: string) => {
  const characters = [...source.matchAll(/(?!,\s*[)\]}])\S/g)]
  return { text: characters.join(''), offsets: characters.map(({ index }) => index) }
}
