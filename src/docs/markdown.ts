import MarkdownIt from 'markdown-it'
import { escape, Html } from '../html.ts'

/** A heading of a text, for tables of contents and for the search. */
export interface Heading {
  readonly id: string
  readonly level: number
  readonly title: string
}
export interface Rendered {
  readonly body: Html
  readonly headings: readonly Heading[]
}

/** Where a link of a document leads on the pages; undefined leaves it out and keeps its text. */
export type LinkResolver = (href: string) => string | undefined

const md = new MarkdownIt({ html: false, linkify: false, typographer: false })
/** `<a id="name"></a>`, with which a heading states its anchor; other HTML stays text. */
const ANCHORS = /<a id="([\w-]+)"><\/a>/g
md.inline.ruler.push('anchor', (state, silent) => {
  const [whole, id] = new RegExp(ANCHORS, 'y').exec(state.src.slice(state.pos)) ?? []
  if (whole === undefined || id === undefined) return false
  if (!silent) state.push('anchor', '', 0).meta = { id }
  state.pos += whole.length
  return true
})
md.renderer.rules['anchor'] = (tokens, index) => `<a id="${escape(idOf(tokens[index]!))}"></a>`
const LONG_PATH = 24
/** Long paths may break after a slash. */
md.renderer.rules['code_inline'] = (tokens, index) => {
  const { content } = tokens[index]!
  return `<code>${content.length > LONG_PATH ? escape(content).replaceAll('/', '/<wbr>') : escape(content)}</code>`
}

/** A text as the name of an anchor: `Order of checks` is `order-of-checks`. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Renders Markdown (CommonMark and tables). Headings get anchors, wide tables scroll by themselves, HTML is shown as text. */
export function markdown(text: string, relink: LinkResolver = (href) => href): Rendered {
  const tokens = md.parse(text, {})
  const stated = new Set([...text.matchAll(ANCHORS)].map(([, id]) => id))
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const { children } = tokens[index + 1]!
    const title = plain(children ?? [])
    const anchor = children?.[0]?.type === 'anchor' ? children.shift() : undefined
    const id = anchor
      ? idOf(anchor)
      : stated.has(slug(title))
        ? `${slug(title)}-section`
        : slug(title)
    token.attrSet('id', id)
    return [{ id, level: Number(token.tag.slice(1)), title }]
  })
  for (const { children } of tokens) for (const child of children ?? []) follow(child, relink)
  const rendered = md.renderer
    .render(tokens, md.options, {})
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<th>', '<th scope="col">')
    .replaceAll('<pre>', '<pre tabindex="0">')
  return { body: new Html(rendered), headings }
}

/** One paragraph, without a block around it. */
export const inline = (text: string): Html =>
  new Html(md.renderInline(text.trim().replaceAll(/\n+/g, ' ')))

type Token = ReturnType<typeof md.parse>[number]

function follow(token: Token, relink: LinkResolver): void {
  const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
  const href = attribute && token.attrGet(attribute)
  if (!attribute || typeof href !== 'string') return
  const target = relink(href)
  if (target !== undefined) return token.attrSet(attribute, target)
  token.attrs = null
}

const idOf = ({ meta }: Token): string => String(meta?.['id'])
const plain = (tokens: readonly Token[]): string =>
  tokens.map(({ content, children }) => (children?.length ? plain(children) : content)).join('')
