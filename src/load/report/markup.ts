/** Markup. Whatever is put into it that is not markup itself is escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
type Part = Markup | string | number | undefined | false | readonly Part[]

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function textOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(textOf).join('') : String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}

/** Markup with values in it: markup`<p>${text}</p>`. Lists are joined; undefined and false are nothing. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((text, index) => (index === 0 ? text : textOf(parts[index - 1]) + text)).join(''))
