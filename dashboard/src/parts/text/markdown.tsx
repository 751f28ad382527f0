import MarkdownIt, { type Token } from 'markdown-it'
import { h, type ComponentChildren } from 'preact'
import { visibleText } from './visible.ts'

/** Longer strings are shown as plain text, so that untrusted text cannot keep the browser busy. */
const MAX_LENGTH = 16_384
/** Elements that are nested deeper become part of their parent. The parser limits blocks by itself, but not emphasis. */
const MAX_DEPTH = 20

/** Tables are disabled, because a long header row would turn every line into hundreds of elements. */
const parser = new MarkdownIt({
  html: false,
  linkify: false,
  breaks: true,
  maxNesting: MAX_DEPTH,
}).disable('table')
parser.validateLink = (url) => isWebAddress(url)

/** Returns whether a link leads to a web page. `javascript:`, `data:` and relative links are refused, because the text is untrusted. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/**
 * The elements that blocks and emphasis become; links, code and breaks are rendered separately. Headings are lowered, because the page has
 * its own above them.
 */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    p: 'p',
    h1: 'h3',
    h2: 'h3',
    h3: 'h4',
    h4: 'h4',
    h5: 'h4',
    h6: 'h4',
    ul: 'ul',
    ol: 'ol',
    li: 'li',
    blockquote: 'blockquote',
    strong: 'strong',
    em: 'em',
    s: 's',
  }),
)

/**
 * Shows untrusted text as Markdown. It becomes a fixed set of elements and is never parsed as HTML: HTML is text, images are their
 * descriptions, and links lead to web pages only.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div class="markdown" dir="auto">
      {text.length > MAX_LENGTH ? (
        <p class="plain">{visibleText(text)}</p>
      ) : (
        renderTokens(parser.parse(text, {}))
      )}
    </div>
  )
}

/** An element that has begun. One without a token adds its children to its parent. */
interface OpenElement {
  readonly token?: Token
  readonly children: ComponentChildren[]
}

function renderTokens(tokens: readonly Token[]): ComponentChildren {
  const open: OpenElement[] = [{ children: [] }]
  for (const token of tokens) {
    const parent = open.at(-1)!
    if (token.nesting === 1)
      open.push(open.length > MAX_DEPTH ? { children: parent.children } : { token, children: [] })
    else if (token.nesting === -1 && parent.token) {
      open.pop()
      open.at(-1)!.children.push(elementOf(parent.token, parent.children))
    } else if (token.nesting === -1 && open.length > 1) open.pop()
    else open.at(-1)!.children.push(leafOf(token))
  }
  return open[0]!.children
}

function elementOf(token: Token, children: ComponentChildren[]): ComponentChildren {
  if (token.hidden) return children
  if (token.tag !== 'a') return h(ELEMENTS.get(token.tag) ?? 'span', {}, children)
  const href = String(token.attrGet('href') ?? '')
  return isWebAddress(href) ? (
    <a href={href} title={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  ) : (
    children
  )
}

function leafOf({ type, content: source, children }: Token): ComponentChildren {
  const content = visibleText(source)
  switch (type) {
    case 'inline':
      return renderTokens(children ?? [])
    case 'softbreak':
    case 'hardbreak':
      return <br />
    case 'hr':
      return <hr />
    case 'code_inline':
      return <code>{content}</code>
    case 'fence':
    case 'code_block':
      return (
        <pre tabIndex={0}>
          <code>{content}</code>
        </pre>
      )
    default:
      return content
  }
}
