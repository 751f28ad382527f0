import MarkdownIt from 'markdown-it'
import { escape, Html } from '../html.ts'

/** A heading, for tables of contents and for the search. */
interface Heading {
  readonly id: string
  readonly level: number
  readonly title: string
}
export interface Rendered {
  readonly body: Html
  readonly headings: readonly Heading[]
}

/** Returns the target of a link on the pages, or undefined to remove the link and keep its text. */
export type LinkResolver = (href: string) => string | undefined

const md = new MarkdownIt({ html: false, linkify: false, typographer: false })
/** Matches `<a id="name"></a>`, which sets the anchor of a heading. Other HTML is shown as text. */
const ANCHORS = /<a id="([\w-]+)"><\/a>/g
md.inline.ruler.push('anchor', (state, silent) => {
  const [whole, id] = new RegExp(ANCHORS, 'y').exec(state.src.slice(state.pos)) ?? []
  if (whole === undefined || id === undefined) return false
  if (!silent) state.push('anchor', '', 0).meta = { id }
  state.pos += whole.length
  return true
})
md.renderer.rules['anchor'] = (tokens, index) => `<a id="${escape(idOf(tokens[index]!))}"></a>`
/** Code longer than this may be broken after a slash. */
const LONG_PATH = 24
md.renderer.rules['code_inline'] = (tokens, index) => {
  const { content } = tokens[index]!
  return `<code>${content.length > LONG_PATH ? escape(content).replaceAll('/', '/<wbr>') : escape(content)}</code>`
}

/** Returns the anchor of a title: `order-of-checks` for `Order of checks`. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Renders Markdown (CommonMark and tables). Headings get anchors, wide tables scroll, and HTML is shown as text. */
export function markdown(text: string, resolve: LinkResolver = (href) => href): Rendered {
  const tokens = md.parse(text, {})
  const explicit = new Set([...text.matchAll(ANCHORS)].map(([, id]) => id))
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const { children } = tokens[index + 1]!
    const title = plain(children ?? [])
    const anchor = children?.[0]?.type === 'anchor' ? children.shift() : undefined
    const id = anchor
      ? idOf(anchor)
      : explicit.has(slug(title))
        ? `${slug(title)}-section`
        : slug(title)
    token.attrSet('id', id)
    return [{ id, level: Number(token.tag.slice(1)), title }]
  })
  for (const { children } of tokens) for (const child of children ?? []) resolveLink(child, resolve)
  const rendered = md.renderer
    .render(tokens, md.options, {})
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<th>', '<th scope="col">')
    .replaceAll('<pre>', '<div class="block"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
  return { body: new Html(rendered), headings }
}

/** Renders text as one paragraph, without a block element. */
export const inline = (text: string): Html =>
  new Html(md.renderInline(text.trim().replaceAll(/\n+/g, ' ')))

type Token = ReturnType<typeof md.parse>[number]

function resolveLink(token: Token, resolve: LinkResolver): void {
  const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
  const href = attribute && token.attrGet(attribute)
  if (!attribute || typeof href !== 'string') return
  const target = resolve(href)
  if (target !== undefined) return token.attrSet(attribute, target)
  token.attrs = null
}

const idOf = ({ meta }: Token): string => String(meta?.['id'])
const plain = (tokens: readonly Token[]): string =>
  tokens.map(({ content, children }) => (children?.length ? plain(children) : content)).join('')
