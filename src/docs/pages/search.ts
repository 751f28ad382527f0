import { problems } from '../../problems/problems.ts'
import type { Contract } from '../document.ts'
import { html } from '../../html.ts'
import { hrefOf, type Page } from '../layout.ts'
import { meaningsIn, sentence } from './errors.ts'
import { NAMES, pathOf } from './contract.ts'

/** An entry of the search index. */
export interface Entry {
  readonly path: string
  readonly kind: string
  readonly title: string
  readonly about: string
  /** The searchable text, in lower case. */
  readonly text: string
  /** The title in lower case, and the lower-case words of the title and of the summary, which every search compares. */
  readonly lower_title: string
  readonly title_words: readonly string[]
  readonly about_words: readonly string[]
}

/** The maximum number of words of a query that are searched for. Further words are ignored, because each is compared with every entry. */
const MAX_WORDS = 8

/** Matches sample requests, which are not searched because most of their words belong to a programming language. */
const REQUESTS = /<figure class="listing request">.*?<\/figure>/gs

/** Builds the search index of operations, codes and pages. */
export function searchEntries(
  contracts: readonly Contract[],
  pages: readonly Page[],
): readonly Entry[] {
  const operations = contracts.flatMap((contract) =>
    contract.operations.map((operation) => ({
      path: pathOf(contract, operation),
      kind: NAMES[contract.name],
      title: `${operation.method} ${operation.path}`,
      about: operation.summary,
      text: `${operation.id} ${operation.method} ${operation.path} ${operation.summary} ${operation.description}`.toLowerCase(),
    })),
  )
  const meanings = meaningsIn(contracts[0]!)
  const codes = Object.entries(problems).map(([code, { status, message }]) => ({
    path: `errors#${code}`,
    kind: `Error ${status}`,
    title: code,
    about: sentence(meanings.get(code) ?? ''),
    text: `${code} ${code.replaceAll('_', ' ')} ${status} ${message}`.toLowerCase(),
  }))
  const page_entries = pages.map(({ path, title, about, content }) => ({
    path,
    kind: 'Page',
    title,
    about,
    text: `${title} ${about} ${content.text.replaceAll(REQUESTS, ' ').replaceAll(/<[^>]+>/g, ' ')}`.toLowerCase(),
  }))
  return [...operations, ...codes, ...page_entries].map((entry) => ({
    ...entry,
    lower_title: entry.title.toLowerCase(),
    title_words: wordsIn(entry.title),
    about_words: wordsIn(entry.about),
  }))
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Returns the first distinct words of a query or a path, split at these characters. */
function queryWords(text: string, separator: RegExp): readonly string[] {
  const words = text.toLowerCase().split(separator).filter(Boolean)
  return [...new Set(words)].slice(0, MAX_WORDS)
}

const MAX_RESULTS = 30

/** Returns the entries that contain all words of the query, best matches first. */
export function find(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = queryWords(query, /\s+/)
  if (words.length === 0) return []
  const ranked = entries
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .toSorted((a, b) => a.rank - b.rank)
  return ranked.slice(0, MAX_RESULTS).map(({ entry }) => entry)
}

const MAX_SUGGESTIONS = 5

/** Returns entries whose title contains all words of the last part of a path that does not exist. */
export function titledLike(entries: readonly Entry[], path: string): readonly Entry[] {
  const words = queryWords(path.split('/').at(-1)!, /[^\p{L}\p{N}_]+/u)
  if (words.length === 0) return []
  return entries
    .filter(({ lower_title }) => words.every((word) => lower_title.includes(word)))
    .slice(0, MAX_SUGGESTIONS)
}

/**
 * Ranks an entry, lower first: the beginning of a word in the title, another position in the title, the beginning of a word in the summary,
 * and anything else. Pages rank after operations and codes with the same matches.
 */
const rankOf = (entry: Entry, words: readonly string[]): number =>
  words.reduce((rank, word) => rank + rankOfWord(entry, word), entry.kind === 'Page' ? 1 : 0)

function rankOfWord({ lower_title, title_words, about_words }: Entry, word: string): number {
  if (startsIn(title_words, word)) return 0
  if (lower_title.includes(word)) return 1
  return startsIn(about_words, word) ? 2 : 5
}

/** Returns whether one of the words starts with `start`: `lease` is in `leases`, but not in `release`. */
const startsIn = (words: readonly string[], start: string): boolean =>
  words.some((word) => word.startsWith(start))

function resultCount(found: number): string {
  if (found === MAX_RESULTS) return `The first ${MAX_RESULTS} results`
  return found === 1 ? '1 result' : `${found} results`
}

/** Renders the results of a search. */
export function searchPage(entries: readonly Entry[], query: string, root: string): Page {
  const found = find(entries, query)
  const items = found.map(
    ({
      path,
      kind,
      title,
      about,
    }) => html`<li><a href="${hrefOf(root, path)}">${title}</a> <span class="badge">${kind}</span><br>${about}</li>
`,
  )
  const noResults = html`<p>${query === '' ? 'Enter words to search for.' : 'No results contain all of these words.'} Try a word from an operation such as <code>lease</code>, a code such as <code>POLICY_DENIED</code>, or a word from a guide.</p>`
  return {
    path: 'search',
    title: 'Search',
    about: 'Search operations, error codes and guides.',
    content: html`<h1>Search</h1>
<p class="lead">${query === '' ? 'Operations, error codes and guides.' : html`${resultCount(found.length)} for “${query}”`}</p>
${found.length > 0 ? html`<ol class="found">${items}</ol>` : noResults}`,
  }
}
