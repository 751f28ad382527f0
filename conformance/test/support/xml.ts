/** An element of a small XML document: what reports for CI systems are made of. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y

/** Reads a document of elements, attributes and text. @throws Error where it is not well formed */
export function parseXml(document: string): Element {
  const source = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '').trimEnd()
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  TAG.lastIndex = 0
  while (TAG.lastIndex < source.length) {
    const at = TAG.lastIndex
    const [whole, closing, name = '', attributes = '', empty, text] = TAG.exec(source) ?? []
    if (whole === undefined)
      throw new Error(`not well formed at ${JSON.stringify(source.slice(at, at + 60))}`)
    const here = open.at(-1)!
    if (text !== undefined) here.text += unescaped(text)
    else if (closing === '/') leave(open, name)
    else
      enter(
        open,
        { name, attributes: attributesOf(attributes), children: [], text: '' },
        empty === '/',
      )
  }
  if (open.length !== 1 || root.children.length !== 1)
    throw new Error('not one element with all others in it')
  return root.children[0]!
}

interface Open {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Open[]
  text: string
}

function enter(open: Open[], element: Open, isEmpty: boolean): void {
  open.at(-1)!.children.push(element)
  if (!isEmpty) open.push(element)
}

function leave(open: Open[], name: string): void {
  if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> closes nothing`)
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)] as const,
  )
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`an attribute twice in ${text}`)
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
  // XML 1.0, section 2.2: characters that no document may hold.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('a character that XML cannot hold')
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const found = whole.endsWith(';') ? ENTITIES[name] : undefined
    if (found === undefined) throw new Error(`the entity ${whole}`)
    return found
  })
}
