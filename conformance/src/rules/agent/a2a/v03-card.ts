import type { ProtocolClause, Rule } from '../../../engine/types.ts'
import { A2A_03 } from '../../../probes/agent/a2a-dialects.ts'
import { hasProtocol, hasTransport, mainUrl } from './card-judges.ts'
import { CARD_RULES } from './shared-rules.ts'

export const clause = (section: string, quote: string): ProtocolClause => ({
  source: 'A2A 0.3',
  section,
  quote,
})

export const DATA = clause(
  'section 11.1.5',
  'A2A data objects: MUST use the data structures defined in Section 6 for all protocol entities.',
)
const CARD = clause(
  'section 11.1.1',
  'Expose Agent Card: MUST provide a valid `AgentCard` document as defined in Section 5.',
)

export const a2a03CardRules: readonly Rule[] = [
  {
    id: 'A2A03-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card',
    clause: clause('section 5.1', 'A2A Servers MUST make an Agent Card available.'),
    title: 'The agent has a card at /.well-known/agent-card.json and supports A2A 0.3',
    hint: 'Serve the card as JSON under the target address, without requiring credentials.',
    accepts: 'An agent that does not support A2A 0.3, to which this section does not apply.',
    needs: [],
    probes: ['a2a.card'],
    observes: ['a2a03.send'],
    judge: hasProtocol(A2A_03),
  },
  {
    id: 'A2A03-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card',
    clause: clause(
      'section 5.6.1',
      'The `url` field MUST specify the primary endpoint for the agent.',
    ),
    title:
      'The card has protocolVersion and url, and each additional interface has url and transport',
    hint: 'Send protocolVersion 0.3.0 and an absolute url.',
    accepts: 'A card without additional interfaces.',
    needs: ['A2A03-01'],
    probes: ['a2a.card'],
    judge: mainUrl,
  },
  {
    id: 'A2A03-03',
    level: 'SHOULD',
    basis: 'quoted',
    specification: 'docs/specification/a2a.md#card',
    clause: clause(
      'section 5.6.1',
      'The `preferredTransport` field is REQUIRED and MUST be present in every `AgentCard`.',
    ),
    title: 'The card names the transport of its url in preferredTransport',
    hint: 'Send JSONRPC. The type definitions of the protocol make it optional, so clients assume JSONRPC without it.',
    needs: ['A2A03-02'],
    probes: ['a2a.card'],
    judge: hasTransport,
  },
  { ...CARD_RULES.members, id: 'A2A03-04', clause: CARD, needs: ['A2A03-01'] },
  { ...CARD_RULES.capabilities, id: 'A2A03-05', clause: CARD, needs: ['A2A03-01'] },
  { ...CARD_RULES.skills, id: 'A2A03-06', clause: DATA, needs: ['A2A03-01'] },
  {
    ...CARD_RULES.uniqueSkills,
    id: 'A2A03-07',
    clause: clause('section 5.5.4', "A unique identifier for the agent's skill."),
    needs: ['A2A03-06'],
  },
]
