import { CALM, type Scenario } from './scenario.ts'

/** Scenarios in which the simulation has found something, as small as they get. They are run in many orders. */
export const FOUND: readonly (readonly [says: string, scenario: Scenario])[] = [
  [
    'a recovery after the interval was shortened moves no lease back (I-23)',
    {
      clients: [
        [
          { do: 'create', agent: 0 },
          { do: 'bootstrap', agent: 0 },
          { do: 'lease', agent: 0, number: 5 },
          { do: 'recover', agent: 0 },
        ],
      ],
      weather: CALM,
    },
  ],
  [
    'a revocation that leaves no time is heard by processes whose clock is behind',
    {
      clients: [
        [
          { do: 'create', agent: 0 },
          { do: 'bootstrap', agent: 0 },
        ],
        [
          { do: 'revoke', agent: 0, number: 0 },
          { do: 'lease', agent: 0 },
          { do: 'lease', agent: 0 },
        ],
      ],
      weather: { ...CALM, skew: 3_600_000 },
    },
  ],
  [
    'a terminate that was obeyed is waited for by no process whose clock is behind',
    {
      clients: [
        [
          { do: 'create', agent: 0 },
          { do: 'bootstrap', agent: 0 },
          { do: 'revoke', agent: 0, number: 120_000 },
        ],
        [
          { do: 'lease', agent: 0, stopped: true },
          { do: 'lease', agent: 0 },
          { do: 'lease', agent: 0 },
        ],
      ],
      weather: { ...CALM, skew: 300_000 },
    },
  ],
  [
    'a heartbeat that uses its token while somebody revokes is explained',
    {
      clients: [
        [
          { do: 'create', agent: 0 },
          { do: 'bootstrap', agent: 0 },
          { do: 'bootstrap', agent: 0 },
          { do: 'lease', agent: 0 },
          { do: 'lease', agent: 0, back: 1 },
        ],
        [
          { do: 'revoke', agent: 0, number: 3_600_000 },
          { do: 'lease', agent: 0, back: 1 },
          { do: 'use', agent: 0 },
        ],
      ],
      weather: { ...CALM, jumps: 2 },
    },
  ],
]
