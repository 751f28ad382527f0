import type { Agent } from '../agents/agent.ts'
import type { SearchQuery } from './query.ts'
import { cardSkills, descriptionOf, namesOf, separated } from './text.ts'
import { cut } from './words.ts'
import { foundWords, joinTexts, splitTexts, wantedWords } from './written-words.ts'

type Field = 'name' | 'id' | 'publisher' | 'category' | 'skill' | 'description'
/**
 * A string in the details of an agent that contains words of a query. If it is of a skill, the words of names such as `readInvoice` are
 * separated.
 */
export interface AgentMatch {
  readonly field: Field
  readonly text: string
  /** The matching words of the string, as they are written there. */
  readonly words: readonly string[]
}

const MAX_MATCHES = 8
const MAX_WORDS = 8
/** Limits the capabilities and names of skills that are returned. */
const MAX_SKILLS = 3
/** The maximum length of the part of a string that is returned, and of what precedes the first matching word in it. */
const MAX_TEXT = 200
const BEFORE = 60

/** Returns the strings in the details of an agent that contain words of a query. They show why the agent was found. */
export function matchesOf(
  agent: Pick<Agent, 'name' | 'svc_id' | 'details'>,
  query: SearchQuery,
): readonly AgentMatch[] {
  const { publisher = '', category = '', capabilities = [], description = '', card } = agent.details
  const skills = cardSkills(card)
  const texts = (field: Field, all: readonly string[], max = 1) =>
    matchesIn(field, all, { query, max })
  return [
    ...texts('name', [agent.name]),
    ...idMatch(agent.svc_id, query),
    ...texts('publisher', [publisher]),
    ...texts('category', [category]),
    ...texts('skill', [...capabilities, ...skills.flatMap(namesOf)], MAX_SKILLS),
    ...texts('description', [description]),
    ...texts('skill', skills.map(descriptionOf)),
  ].slice(0, MAX_MATCHES)
}

/** Returns the first matches among the strings of a field. It reads no more of them than the index does. */
function matchesIn(
  field: Field,
  texts: readonly string[],
  { query, max }: { query: SearchQuery; max: number },
): readonly AgentMatch[] {
  const joined = joinTexts([...new Set(texts)])
  const read = field === 'skill' ? separated(joined) : cut(joined)
  const found = new Map<number, Set<string>>()
  for (const { text, written } of foundWords(
    read,
    wantedWords(query.words, { inName: field === 'name' }),
  )) {
    const words = found.get(text) ?? new Set()
    if (found.size >= max && (words.size === 0 || words.size >= MAX_WORDS)) break
    if (words.size < MAX_WORDS) found.set(text, words.add(written))
  }
  const sources = splitTexts(read)
  return [...found].map(([text, words]) => matchIn(field, sources[text]!, [...words]))
}

function idMatch(svc_id: string, { id }: SearchQuery): readonly AgentMatch[] {
  return id !== undefined && svc_id.startsWith(id)
    ? [{ field: 'id', text: svc_id, words: [id] }]
    : []
}

/** Returns the match for a string that contains these words. It lists only those of them that are in the excerpt. */
function matchIn(field: Field, source: string, words: readonly string[]): AgentMatch {
  const shown = excerpt(source, source.indexOf(words[0]!))
  return { field, text: shown, words: words.filter((word) => shown.includes(word)) }
}

/** Returns the part of a string around a position, as one line. */
function excerpt(text: string, position: number): string {
  if (text.length <= MAX_TEXT) return inOneLine(text)
  const start = position <= BEFORE ? 0 : text.lastIndexOf(' ', position - BEFORE / 2) + 1
  const begin = position - start > BEFORE ? position : start
  const part = text.slice(begin, begin + MAX_TEXT)
  return inOneLine(
    `${begin > 0 ? '…' : ''}${part}${begin + MAX_TEXT < text.length ? '…' : ''}`,
  ).toWellFormed()
}

const inOneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ')
