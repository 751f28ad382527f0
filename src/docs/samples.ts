import { escape, Html, html } from '../html.ts'
import { LANGUAGES } from './samples/languages.ts'
import type { SampleRequest } from './samples/request.ts'

const JSON_TOKENS =
  /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/** Renders JSON with its names and values highlighted. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? ''
  let marked = ''
  let at = 0
  for (const match of text.matchAll(JSON_TOKENS)) {
    const [whole, string, colon] = match
    const kind = colon !== undefined ? 'k' : string !== undefined ? 's' : 'n'
    marked += `${escape(text.slice(at, match.index))}<span class="${kind}">${escape(string ?? whole)}</span>${colon ?? ''}`
    at = match.index + whole.length
  }
  return new Html(marked + escape(text.slice(at)))
}

/** Renders a code listing, which can be scrolled with the keyboard. */
export const listing = (title: string, content: Html): Html =>
  html`<figure class="listing"><figcaption>${title}</figcaption><pre tabindex="0"><code>${content}</code></pre></figure>
`

/**
 * Renders a request in every language, of which one is shown. The choice is made without a script; `assets/docs.js` applies it to all
 * requests and remembers it.
 */
export const requestListing = (id: string, request: SampleRequest): Html =>
  html`<figure class="listing request"><figcaption>Request
<fieldset class="languages"><legend class="hidden">Language of the request</legend>
${LANGUAGES.map((language, index) => html`<label><input type="radio" name="language-${id}" value="${language.id}"${index === 0 && html` checked`}> ${language.title}</label>`)}
</fieldset></figcaption>
${LANGUAGES.map((language) => html`<pre tabindex="0" data-language="${language.id}"><code>${language.write(request)}</code></pre>`)}
</figure>
`
