import type { Section } from '../../engine/types.ts'
import { ok } from '../../judge/assertions.ts'
import { bodyOf } from '../../judge/json.ts'
import { validRequestRule } from './assertions.ts'

export const network: Section = {
  id: 'network',
  title: 'Registry network',
  rules: [
    validRequestRule('networkSummary', {
      id: 'NET-01',
      specification: 'docs/specification/search.md#summary',
      clause: { line: 302, quote: '| GET | /registry/network/summary | none |' },
      title: 'The summary of the registry network is returned with 2xx',
    }),
    validRequestRule('networkAgents', {
      id: 'NET-02',
      specification: 'docs/specification/search.md#listing',
      clause: {
        line: 303,
        quote: 'category (string), verified_only (boolean), limit (integer), offset (integer)',
      },
      title: 'The agents of the registry network are returned with 2xx for the documented query',
    }),
    {
      id: 'NET-02.limit',
      level: 'INFO',
      basis: 'inferred',
      specification: 'docs/specification/search.md#listing',
      clause: {
        line: 414,
        quote:
          'Maximum and default values of `limit`, `offset` and `heartbeat_interval_seconds`: not shown.',
      },
      title: 'Reports the effect of limit=1',
      hint: 'The interface does not define the records of this list, so the rule only reports their number.',
      needs: ['NET-02'],
      probes: ['network.limit'],
      judge: ({ one }) => {
        const { outcome } = one('network.limit')
        const lists = Object.values(Object(bodyOf(one('network.limit'))) as object)
          .concat([bodyOf(one('network.limit'))])
          .filter((list) => Array.isArray(list)) as unknown[][]
        return ok(
          outcome.kind === 'response' && lists[0]
            ? `The status is ${outcome.status}, and the list has length ${lists[0].length}.`
            : 'The response has no list.',
        )
      },
    },
  ],
}
