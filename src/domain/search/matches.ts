import type { Agent } from '../agents/agent.ts'
import type { SearchQuery } from './query.ts'
import { isShort } from './terms.ts'
import { cardSkills, descriptionOf, namesOf, separated } from './text.ts'
import { wordsToFind, writtenWords } from './words.ts'

type Field = 'name' | 'id' | 'publisher' | 'category' | 'skill' | 'description'
/** A text of an agent that has words of a query. */
export interface AgentMatch {
  readonly field: Field
  readonly text: string
  /** The words of the text that match, as they are written there. */
  readonly words: readonly string[]
}

const MAX_MATCHES = 8
const MAX_WORDS = 8
/** Limits the texts of skills that are returned. */
const MAX_SKILLS = 3
/** The length of the part of a text that is returned, and of what precedes its first word. */
const MAX_TEXT = 200
const BEFORE = 60

/** Returns the texts of an agent that have words of a query, which say why it was found. */
export function matchesOf(
  agent: Pick<Agent, 'name' | 'svc_id' | 'details'>,
  query: SearchQuery,
): readonly AgentMatch[] {
  const { publisher = '', category = '', capabilities = [], description = '', card } = agent.details
  const skills = cardSkills(card)
  const texts = (field: Field, all: readonly string[]) =>
    [...new Set(all)].flatMap((text) => matchIn(field, text, query) ?? [])
  const matches = [
    ...texts('name', [agent.name]),
    ...idMatch(agent.svc_id, query),
    ...texts('publisher', [publisher]),
    ...texts('category', [category]),
    ...texts('skill', [...capabilities, ...skills.flatMap(namesOf)]).slice(0, MAX_SKILLS),
    ...texts('description', [description]),
    ...texts('skill', skills.map(descriptionOf)).slice(0, 1),
  ]
  return matches.slice(0, MAX_MATCHES)
}

function idMatch(svc_id: string, { id }: SearchQuery): readonly AgentMatch[] {
  return id !== undefined && svc_id.startsWith(id)
    ? [{ field: 'id', text: svc_id, words: [id] }]
    : []
}

function matchIn(field: Field, text: string, { words }: SearchQuery): AgentMatch | undefined {
  const isFound = (word: string) =>
    words.some((wanted) =>
      field !== 'name' && isShort(wanted) ? word === wanted : word.startsWith(wanted),
    )
  const source = field === 'skill' ? separated(text) : text
  const found = writtenWords(source)
    .filter(([written]) => wordsToFind(written).some(isFound))
    .map(([written]) => written)
  if (found.length === 0) return undefined
  const shown = excerpt(source, source.indexOf(found[0]!))
  return {
    field,
    text: shown,
    words: [...new Set(found)].filter((word) => shown.includes(word)).slice(0, MAX_WORDS),
  }
}

/** Returns the part of a text around a position, in one line. */
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
