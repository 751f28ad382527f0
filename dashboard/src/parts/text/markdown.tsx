import MarkdownIt, { type Token } from 'markdown-it'
import { h, type ComponentChildren } from 'preact'
import './markdown.css'

/** Longer texts are shown as plain text, so that no text of a stranger keeps the browser busy. */
const MAX_LENGTH = 16_384
/** Overrides of the writing direction, with which a text can pretend to say something else. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g

const parser = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: 20 })
parser.validateLink = (url) => isWebAddress(url)

/** Returns whether a link leads to a web page. `javascript:`, `data:` and relative links are refused, because strangers wrote them. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** The elements that Markdown may make. Headings are lowered, because the page has its own above them. */
const ELEMENTS: Readonly<Record<string, string>> = {
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
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
}

/** Shows text by a stranger as Markdown. It becomes elements of this list and never markup: HTML is text, images are their descriptions, and links lead to web pages only. */
export function Markdown({ text }: { text: string }) {
  const safe = text.replace(DIRECTION_CONTROLS, '\uFFFD')
  return (
    <div class="markdown" dir="auto">
      {safe.length > MAX_LENGTH ? (
        <p class="plain">{safe}</p>
      ) : (
        renderTokens(parser.parse(safe, {}))
      )}
    </div>
  )
}

interface OpenElement {
  readonly token: Token | undefined
  readonly children: ComponentChildren[]
}

function renderTokens(tokens: readonly Token[]): ComponentChildren {
  const open: OpenElement[] = [{ token: undefined, children: [] }]
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] })
    else if (token.nesting === -1 && open.length > 1) {
      const closed = open.pop()!
      open.at(-1)!.children.push(elementOf(closed))
    } else open.at(-1)!.children.push(leafOf(token))
  }
  return open[0]!.children
}

function elementOf({ token, children }: OpenElement): ComponentChildren {
  if (token === undefined || token.hidden) return children
  if (token.tag !== 'a') return h(ELEMENTS[token.tag] ?? 'span', {}, children)
  const href = String(token.attrGet('href') ?? '')
  return isWebAddress(href) ? (
    <a href={href} title={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  ) : (
    children
  )
}

function leafOf({ type, content, children }: Token): ComponentChildren {
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
