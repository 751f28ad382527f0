import type { Rule } from '../../../engine/types.ts'
import type { A2aDialect } from '../../../probes/agent/a2a-dialects.ts'
import { errorOf } from './call-judges.ts'
import { cardCapabilities, cardMembers, cardSkills, uniqueSkills } from './card-judges.ts'

const CARD = { specification: 'docs/specification/a2a.md#card', probes: ['a2a.card'] } as const

/** What the rules about the members of the card have in common in all versions. */
export const CARD_RULES = {
  members: {
    ...CARD,
    level: 'MUST',
    basis: 'quoted',
    title: 'The card has name, description and version, and media types for input and output',
    hint: 'Send three strings, and the arrays defaultInputModes and defaultOutputModes with at least one media type each.',
    accepts: 'Additional members.',
    judge: cardMembers,
  },
  capabilities: {
    ...CARD,
    level: 'MUST',
    basis: 'quoted',
    title: 'capabilities is an object whose streaming and pushNotifications are booleans',
    hint: 'Send an object, even if it is empty. In the card at /.well-known/agent.json, the member of this name is a list of names; in this card it is an object.',
    accepts: 'An empty object.',
    judge: cardCapabilities,
  },
  skills: {
    ...CARD,
    level: 'MUST',
    basis: 'quoted',
    title: 'skills is an array, and each skill has id, name, description and tags',
    hint: 'Send skills as an array, and add the missing member to the skill; tags is an array of strings.',
    accepts: 'An empty list of tags, and an empty list of skills.',
    judge: cardSkills,
  },
  uniqueSkills: {
    ...CARD,
    level: 'SHOULD',
    basis: 'inferred',
    title: 'No two skills have the same id',
    hint: 'Give each skill an id of its own.',
    judge: uniqueSkills,
  },
} as const satisfies Readonly<Record<string, Omit<Rule, 'id' | 'clause' | 'needs'>>>

type Texts = Pick<Rule, 'clause' | 'title' | 'hint' | 'needs'> &
  Partial<Pick<Rule, 'basis' | 'specification'>>

/** Returns a function that creates the rules of a version of A2A about calls that have to be refused with a certain error. */
export const refusalRules =
  (dialect: A2aDialect, prefix: 'A2A10' | 'A2A03') =>
  (number: number, probe: string, code: number, texts: Texts): Rule => ({
    id: `${prefix}-${number}`,
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#errors',
    ...texts,
    probes: [`${prefix.toLowerCase()}.${probe}`],
    judge: errorOf(dialect, probe, code),
  })
