import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { checkHistory } from '../checker/check-history.ts'
import type { Result, Call, Operation, Role } from '../history.ts'
import { exactly } from './span.ts'

/** An operation in a sequence: its time, call and response. */
type Line = readonly [at: number, call: Call, result: Result | undefined]
const historyOf = (lines: readonly Line[]): Operation[] =>
  lines.map(([at, call, result], order) => ({
    client: 'c1',
    subject: 'a',
    call,
    result,
    called: 2 * order,
    returned: result ? 2 * order + 1 : Infinity,
    at: exactly(at),
  }))

const create: Line = [
  0,
  { do: 'create', minutes: 15 },
  { kind: 'created', token: 'T1', expires: 15 * MINUTE },
]
const first: Line = [
  0,
  { do: 'bootstrap', token: 'T1' },
  { kind: 'first', installation: 'I1', runtime: 'R1', refresh: 'F1', expires: 90 * DAY },
]
const replay = (at: number, result: Result): Line => [at, { do: 'bootstrap', token: 'T1' }, result]
const replayed = (at: number): Line =>
  replay(at, { kind: 'replayed', installation: 'I1', runtime: 'R2', expires: at + 90 * DAY })
const refresh = (at: number, result: Result | undefined, token = 'F1'): Line => [
  at,
  { do: 'refresh', installation: 'I1', refresh: token },
  result,
]
const refreshed = (at: number, version: number, runtime = 'R2'): Line =>
  refresh(at, { kind: 'refreshed', runtime, version, expires: at + 90 * DAY })
const lease = (at: number, runtime: string, result: Result, status = 'running'): Line => [
  at,
  { do: 'lease', installation: 'I1', runtime, status },
  result,
]
const renewed = (at: number, runtime: string, more: Partial<Result> = {}): Line =>
  lease(at, runtime, { kind: 'renewed', lease: at + 3 * MINUTE, ...more })
const use = (at: number, runtime: string, kind: string): Line => [
  at,
  { do: 'use', runtime },
  { kind },
]
const revoke = (at: number, timeout = 30 * SECOND): Line => [
  at,
  { do: 'revoke', installation: 'I1', timeout },
  { kind: 'revoked', deadline: at + timeout },
]
const recover = (at: number): Line => [
  at,
  { do: 'recover' },
  { kind: 'recovered', installation: 'I1', runtime: 'R9', refresh: 'F9', expires: at + 90 * DAY },
]
const begun = [create, first]

const invite = (
  at: number,
  name: string,
  { person = 'p1', role = 'admin', by = 'p0' }: { person?: string; role?: Role; by?: string } = {},
): Line => [
  at,
  { do: 'invite', by, person, role },
  { kind: 'invited', invitation: name, role, expires: at + 14 * DAY },
]
const accept = (at: number, by: string, invitation: string, result: Result): Line => [
  at,
  { do: 'accept', by, invitation },
  result,
]
const join = (at: number, by = 'p1', name = 'V1', role: Role = 'admin'): Line =>
  accept(at, by, name, { kind: 'joined', role })
const decline: Line = [0, { do: 'decline', by: 'p1', invitation: 'V1' }, { kind: 'declined' }]
const withdraw: Line = [0, { do: 'withdraw', by: 'p0', invitation: 'V1' }, { kind: 'withdrawn' }]
const leave = (at: number, by: string, kind: string): Line => [at, { do: 'leave', by }, { kind }]
const listInvitations = (at: number, by: string, result: Result): Line => [
  at,
  { do: 'list_invitations', by },
  result,
]
const listMembers = (members: string): Line => [
  0,
  { do: 'list_members', by: 'p0' },
  { kind: 'listed', members },
]

describe('the model accepts', () => {
  it.each<[string, readonly Line[]]>([
    ['a replay at 59.999 s', [...begun, replayed(MINUTE - 1)]],
    ['a refused replay at 60 s', [...begun, replay(MINUTE, { kind: 'consumed' })]],
    [
      'an exchange a millisecond before the token expires',
      [
        create,
        [
          15 * MINUTE - 1,
          { do: 'bootstrap', token: 'T1' },
          { ...first[2]!, expires: 15 * MINUTE - 1 + 90 * DAY },
        ],
      ],
    ],
    ['a refused exchange at its expiry', [create, replay(15 * MINUTE, { kind: 'expired' })]],
    [
      'the old version for five minutes after the first use of the new one',
      [
        ...begun,
        refreshed(0, 2),
        use(0, 'R2', 'accepted'),
        use(5 * MINUTE - 1, 'R1', 'accepted'),
        use(5 * MINUTE, 'R1', 'invalid_token'),
      ],
    ],
    [
      'the old version without limit while the new one is unused',
      [...begun, refreshed(0, 2), use(DAY, 'R1', 'accepted')],
    ],
    [
      'a new token seven days before expiry, and not a millisecond sooner',
      [
        ...begun,
        renewed(83 * DAY - 1, 'R1'),
        renewed(83 * DAY, 'R1', { runtime: 'R2', version: 2, expires: 173 * DAY }),
      ],
    ],
    ['versions with gaps', [...begun, refreshed(0, 5)]],
    [
      'terminate after a revocation, and a refusal at the deadline',
      [
        ...begun,
        revoke(0),
        lease(29_999, 'R1', { kind: 'renewed', lease: 30_000, command: 'terminate' }),
        lease(30_000, 'R1', { kind: 'refused' }),
      ],
    ],
    [
      'a refusal after terminate was acknowledged',
      [
        ...begun,
        revoke(0),
        lease(1, 'R1', { kind: 'renewed', lease: 30_000 }, 'stopped'),
        lease(2, 'R1', { kind: 'refused' }),
      ],
    ],
    ['a lost refresh that issued a version', [...begun, refresh(0, undefined), refreshed(0, 3)]],
    ['a lost refresh that was never executed', [...begun, refresh(0, undefined), refreshed(0, 2)]],
    [
      'only the new credentials after a recovery',
      [
        ...begun,
        recover(0),
        use(0, 'R1', 'invalid_token'),
        refresh(0, { kind: 'invalid' }),
        replay(0, { kind: 'consumed' }),
        use(0, 'R9', 'accepted'),
      ],
    ],
    [
      'sixteen unused versions at most',
      [
        ...begun,
        ...Array.from({ length: 16 }, (_, at) => refreshed(0, at + 2, `R${at + 2}`)),
        use(0, 'R1', 'invalid_token'),
        use(0, 'R2', 'accepted'),
      ],
    ],
    [
      'members who accepted, without those who are only invited',
      [
        listMembers('p0:owner'),
        invite(0, 'V1'),
        invite(0, 'V2', { person: 'p2' }),
        listMembers('p0:owner'),
        join(0),
        listMembers('p0:owner p1:admin'),
      ],
    ],
    [
      'an acceptance a millisecond before the invitation expires',
      [invite(0, 'V1'), join(14 * DAY - 1)],
    ],
    [
      'a refused acceptance after the expiry, and a new invitation',
      [invite(0, 'V1'), accept(14 * DAY, 'p1', 'V1', { kind: 'not_open' }), invite(14 * DAY, 'V2')],
    ],
    [
      'an invitation that the invited person sees although its response was lost',
      [
        [0, { do: 'invite', by: 'p0', person: 'p1', role: 'viewer' }, undefined],
        listInvitations(0, 'p1', {
          kind: 'shown',
          invitation: 'V1',
          role: 'viewer',
          expires: 14 * DAY,
        }),
        join(0, 'p1', 'V1', 'viewer'),
      ],
    ],
    [
      'invitations that end when their author leaves',
      [
        invite(0, 'V1'),
        join(0),
        invite(0, 'V2', { person: 'p2', role: 'viewer', by: 'p1' }),
        leave(0, 'p1', 'left'),
        accept(0, 'p2', 'V2', { kind: 'not_open' }),
      ],
    ],
    [
      'an owner who leaves when there is another owner',
      [
        invite(0, 'V1', { role: 'owner' }),
        leave(0, 'p0', 'last_owner'),
        join(0, 'p1', 'V1', 'owner'),
        leave(0, 'p0', 'left'),
      ],
    ],
  ])('%s', (_, lines) => {
    expect(checkHistory(historyOf(lines))).toBeUndefined()
  })
})

describe('the model rejects', () => {
  it.each<[string, readonly Line[]]>([
    [
      'I-01: a token that is consumed twice',
      [
        ...begun,
        replay(0, {
          kind: 'first',
          installation: 'I2',
          runtime: 'R2',
          refresh: 'F2',
          expires: 90 * DAY,
        }),
      ],
    ],
    [
      'I-02: a replay with a refresh token',
      [
        ...begun,
        replay(0, {
          kind: 'replayed',
          installation: 'I1',
          runtime: 'R2',
          refresh: 'F2',
          expires: 90 * DAY,
        }),
      ],
    ],
    ['I-04: a replay at 60 s', [...begun, replayed(MINUTE)]],
    [
      'I-04: a replay that names another installation',
      [
        ...begun,
        replay(0, { kind: 'replayed', installation: 'I2', runtime: 'R2', expires: 90 * DAY }),
      ],
    ],
    [
      'I-05: an exchange of an expired token',
      [
        create,
        [
          15 * MINUTE,
          { do: 'bootstrap', token: 'T1' },
          { ...first[2]!, expires: 15 * MINUTE + 90 * DAY },
        ],
      ],
    ],
    ['I-07: a version that does not increase', [...begun, refreshed(0, 1)]],
    ['I-07: a version that is issued twice', [...begun, refreshed(0, 2), refreshed(0, 2, 'R3')]],
    [
      'I-08: an old version five minutes after the first use of the new one',
      [...begun, refreshed(0, 2), use(0, 'R2', 'accepted'), use(5 * MINUTE, 'R1', 'accepted')],
    ],
    [
      'I-08: a version that becomes invalid too soon',
      [...begun, refreshed(0, 2), use(0, 'R1', 'invalid_token')],
    ],
    [
      'I-09: a deleted version among sixteen unused ones',
      [
        ...begun,
        ...Array.from({ length: 15 }, (_, at) => refreshed(0, at + 2, `R${at + 2}`)),
        use(0, 'R1', 'invalid_token'),
      ],
    ],
    [
      'I-10: a new token before the last seven days',
      [
        ...begun,
        renewed(83 * DAY - 1, 'R1', { runtime: 'R2', version: 2, expires: 173 * DAY - 1 }),
      ],
    ],
    ['I-11: a refresh after a revocation', [...begun, revoke(0), refreshed(0, 2)]],
    ['I-11: another use after a revocation', [...begun, revoke(0), use(0, 'R1', 'accepted')]],
    ['I-11: a renewed lease after a revocation', [...begun, revoke(0), renewed(0, 'R1')]],
    [
      'I-11: a heartbeat that returns a token after a revocation',
      [
        ...begun,
        revoke(83 * DAY),
        lease(83 * DAY, 'R1', {
          kind: 'renewed',
          lease: 83 * DAY + 30_000,
          command: 'terminate',
          runtime: 'R2',
          version: 2,
        }),
      ],
    ],
    [
      'I-12: the old refresh token after a recovery',
      [
        ...begun,
        recover(0),
        refresh(0, { kind: 'refreshed', runtime: 'R2', version: 9, expires: 90 * DAY }),
      ],
    ],
    [
      'I-12: an old runtime token after a recovery',
      [...begun, recover(0), use(0, 'R1', 'accepted')],
    ],
    [
      'I-23: a lease that moves back',
      [
        ...begun,
        renewed(MINUTE, 'R1'),
        lease(MINUTE, 'R1', { kind: 'renewed', lease: 2 * MINUTE }),
      ],
    ],
    ['a second revocation that moves the deadline', [...begun, revoke(0), revoke(SECOND)]],
    ['a secret that is issued twice', [...begun, refreshed(0, 2, 'R1')]],
    ['an unspecified response', [...begun, use(0, 'R1', '500 INTERNAL_ERROR')]],
    ['T-11: a member who was only invited', [invite(0, 'V1'), listMembers('p0:owner p1:admin')]],
    ['T-11: a person who accepts the invitation of another', [invite(0, 'V1'), join(0, 'p2')]],
    ['T-11: a member after a decline', [invite(0, 'V1'), decline, join(0)]],
    ['T-11: a member after a withdrawal', [invite(0, 'V1'), withdraw, join(0)]],
    ['T-11: a member who accepted an expired invitation', [invite(0, 'V1'), join(14 * DAY)]],
    [
      'T-11: a member who left and rejoins with the same invitation',
      [invite(0, 'V1'), join(0), leave(0, 'p1', 'left'), join(0)],
    ],
    [
      'T-11: a role other than that of the invitation',
      [invite(0, 'V1'), join(0, 'p1', 'V1', 'owner')],
    ],
    [
      'an admin who invites an owner',
      [invite(0, 'V1'), join(0), invite(0, 'V2', { person: 'p2', role: 'owner', by: 'p1' })],
    ],
    ['the last owner who leaves', [leave(0, 'p0', 'left')]],
    ['two open invitations for one person', [invite(0, 'V1'), invite(0, 'V2')]],
  ])('%s', (_, lines) => {
    expect(checkHistory(historyOf(lines))).toMatchObject({ kind: 'violation' })
  })
})
