/** An element of an XML document. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y

/** Parses a document of elements, attributes and text. @throws Error if it is not well formed */
export function parseXml(document: string): Element {
  const source = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '').trimEnd()
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  TAG.lastIndex = 0
  while (TAG.lastIndex < source.length) {
    const at = TAG.lastIndex
    const [match, closing, name = '', attributes = '', empty, text] = TAG.exec(source) ?? []
    if (match === undefined)
      throw new Error(`not well formed at ${JSON.stringify(source.slice(at, at + 60))}`)
    const here = open.at(-1)!
    if (text !== undefined) here.text += unescaped(text)
    else if (closing === '/') closeElement(open, name)
    else
      openElement(
        open,
        { name, attributes: attributesOf(attributes), children: [], text: '' },
        empty === '/',
      )
  }
  if (open.length !== 1 || root.children.length !== 1)
    throw new Error('the document needs exactly one root element')
  return root.children[0]!
}

interface Open {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Open[]
  text: string
}

function openElement(open: Open[], element: Open, isEmpty: boolean): void {
  open.at(-1)!.children.push(element)
  if (!isEmpty) open.push(element)
}

function closeElement(open: Open[], name: string): void {
  if (open.pop()?.name !== name || open.length === 0)
    throw new Error(`</${name}> does not close an open element`)
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  )
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`a repeated attribute in ${text}`)
  return Object.fromEntries(pairs)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

function unescaped(text: string): string {
  // XML 1.0, section 2.2: no document may contain these characters.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('a character that XML cannot contain')
  return text.replace(/&([^;]*);?/g, (match, name: string) => {
    const found = match.endsWith(';') ? ENTITIES[name] : undefined
    if (found === undefined) throw new Error(`unknown entity ${match}`)
    return found
  })
}
