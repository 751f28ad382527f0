import { UNDISTURBED, type Scenario } from './scenario.ts'

/** Shrunk scenarios in which the simulation once found a fault. The tests run each with many schedules. */
export const REGRESSIONS: readonly (readonly [description: string, scenario: Scenario])[] = [
  [
    'I-23: a recovery after a shorter interval does not move the lease back',
    {
      clients: [
        [
          { do: 'create', agent: 0 },
          { do: 'bootstrap', agent: 0 },
          { do: 'lease', agent: 0, number: 5 },
          { do: 'recover', agent: 0 },
        ],
      ],
      disturbances: UNDISTURBED,
    },
  ],
  [
    'a process whose clock is behind refuses heartbeats after a revocation without a shutdown time',
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
      disturbances: { ...UNDISTURBED, skew: 3_600_000 },
    },
  ],
  [
    'a process whose clock is behind does not wait for an acknowledged termination',
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
      disturbances: { ...UNDISTURBED, skew: 300_000 },
    },
  ],
  [
    'a heartbeat may use its token during a revocation',
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
      disturbances: { ...UNDISTURBED, jumps: 2 },
    },
  ],
]
