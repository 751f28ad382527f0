import type { ProtocolClause, Rule } from '../../../engine/types.ts'
import { A2A_10 } from '../../../probes/agent/a2a-dialects.ts'
import { cardHeader, hasProtocol, supportedInterfaces } from './card-judges.ts'
import { CARD_RULES } from './shared-rules.ts'

export const clause = (section: string, quote: string): ProtocolClause => ({
  source: 'A2A 1.0',
  section,
  quote,
})

const REQUIRED = clause(
  'section 5.7',
  'Fields marked with `[(google.api.field_behavior) = REQUIRED]` indicate that the field MUST be present and set in valid messages.',
)

export const a2a10CardRules: readonly Rule[] = [
  {
    id: 'A2A10-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card',
    clause: clause(
      'section 14.3',
      'The resource at this URI MUST return an AgentCard object as defined in Section 4.4.1 of the A2A specification.',
    ),
    title: 'The agent has a card at /.well-known/agent-card.json and supports A2A 1.0',
    hint: 'Serve the card as JSON under the target address, without requiring credentials.',
    accepts: 'An agent that does not support A2A 1.0, to which this section does not apply.',
    needs: [],
    probes: ['a2a.card'],
    observes: ['a2a10.send'],
    judge: hasProtocol(A2A_10),
  },
  {
    id: 'A2A10-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card',
    clause: clause(
      'section 8.3.1',
      'Each interface MUST accurately declare its transport protocol and URL',
    ),
    title:
      'supportedInterfaces lists A2A 1.0, and each interface has url, protocolBinding and protocolVersion',
    hint: 'List an interface with an absolute url, the protocolBinding JSONRPC and the protocolVersion 1.0.',
    accepts: 'Additional interfaces of other versions and bindings.',
    needs: ['A2A10-01'],
    probes: ['a2a.card'],
    judge: supportedInterfaces,
  },
  { ...CARD_RULES.members, id: 'A2A10-03', clause: REQUIRED, needs: ['A2A10-01'] },
  { ...CARD_RULES.capabilities, id: 'A2A10-04', clause: REQUIRED, needs: ['A2A10-01'] },
  { ...CARD_RULES.skills, id: 'A2A10-05', clause: REQUIRED, needs: ['A2A10-01'] },
  {
    ...CARD_RULES.uniqueSkills,
    id: 'A2A10-06',
    clause: clause('a2a.proto, AgentSkill', "A unique identifier for the agent's skill."),
    needs: ['A2A10-05'],
  },
  {
    id: 'A2A10-07',
    level: 'SHOULD',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card-caching',
    clause: clause(
      'section 8.6.1',
      'Agent Card HTTP endpoints SHOULD include a `Cache-Control` response header with a `max-age` directive',
    ),
    title: 'The card has Cache-Control with max-age',
    hint: 'Send Cache-Control: max-age=N, where N is the number of seconds for which clients may cache the card.',
    needs: ['A2A10-01'],
    probes: ['a2a.card'],
    judge: cardHeader('Cache-Control', 'a max-age', (text) => /(?:^|[\s,])max-age=\d+/i.test(text)),
  },
  {
    id: 'A2A10-08',
    level: 'SHOULD',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card-caching',
    clause: clause(
      'section 8.6.1',
      'Agent Card HTTP endpoints SHOULD include an `ETag` response header',
    ),
    title: 'The card has an ETag',
    hint: 'Derive an entity tag from the version or the content of the card, and send it in quotes.',
    needs: ['A2A10-01'],
    probes: ['a2a.card'],
    judge: cardHeader('ETag', 'an entity tag in quotes', (text) => /^(?:W\/)?"[^"]*"$/.test(text)),
  },
]
