import { SIGNING_KEY } from '../../domain/limits.ts'
import type { SigningKeyUse } from '../../domain/trust/signing-keys.ts'
import type { SigningKeySummary } from '../../store/transactions/trust/key-rotation.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { cell, formatTable } from '../../terminal/text.ts'
import { duration } from '../arguments/values.ts'
import { operatorCommand } from '../operator/command.ts'

const KEY = { name: 'KEY', description: 'Identifier of the key, as `key list` shows it' } as const

/** The overlap of a rotation without `--overlap`. Operators of witnesses need time to configure the new key of the log. */
const OVERLAPS: Readonly<Record<SigningKeyUse, string>> = { statements: '10m', log: '7d' }

/** `key ...`: shows and rotates the keys with which the platform signs. */
export const keys = [
  operatorCommand({
    path: 'key list',
    summary: 'List the keys with which the platform signs',
    about:
      'A planned key is published and signs later, an active one signs, a retired one only verifies what it signed, and a compromised one is accepted by nobody.',
    flags: {},
    examples: ['key list', 'key list --json'],
    read: () => ({}),
    execute: async ({ keys: open, now }, _: object) => ({
      items: await (await open()).list(now()),
    }),
    show: ({ items }) => formatKeys(items),
  }),

  operatorCommand({
    path: 'key rotate',
    summary: 'Make a new key to sign with',
    about: [
      'With --signing, a new key for the statements of the platform is published at once and signs when the overlap has passed; the old key then retires. Agents, other processes and caches know the new key by then, so nothing is refused. Afterwards the platform signs policies and audit checkpoints again.',
      'With --log, a new key signs the checkpoints of the public log at once, beside the old one until the overlap has passed. Give the new key to witnesses and monitors in that time; /log/key shows both.',
    ].join('\n'),
    flags: {
      signing: { description: 'Rotate the key for statements' },
      log: { description: 'Rotate the key of the public log' },
      overlap: {
        value: 'TIME',
        description: 'Time until the old key retires, at least 1m',
        fallback: '10m; 7d with --log',
      },
    },
    examples: ['key rotate --signing', 'key rotate --log --overlap 14d'],
    read({ signing, log, overlap }) {
      if (signing === log) throw new UsageError('Name the key to rotate: --signing or --log.')
      const use: SigningKeyUse = log ? 'log' : 'statements'
      const bounds = { min_ms: SIGNING_KEY.min_overlap_ms, max_ms: SIGNING_KEY.max_overlap_ms }
      return { use, overlap_ms: duration('--overlap', overlap ?? OVERLAPS[use], bounds) }
    },
    async execute({ keys: open }, args: { use: SigningKeyUse; overlap_ms: number }) {
      const outcome = await (await open()).rotate(args)
      if (outcome.kind === 'changed') return outcome
      throw new CommandError(
        `The last rotation ends at ${outcome.until}; wait until then, or end it earlier with: key retire`,
      )
    },
    show: ({ created, keys: all }) =>
      `The new key is ${created}. The keys of this kind:\n\n${formatKeys(all)}`,
  }),

  operatorCommand({
    path: 'key retire',
    summary: 'End the overlap of a rotation early',
    about:
      'The key signs for a few more seconds, until all processes know its end. What it signed before remains valid, as after the overlap.',
    operands: [KEY],
    flags: {},
    examples: ['key retire aVBtapLd11SUVKIMGJfPzOEDuN0sXcmzJQNVT-_sKEU'],
    read: (_, [key_id]) => ({ key_id: key_id! }),
    async execute({ keys: open }, { key_id }: { key_id: string }) {
      const outcome = await (await open()).retire(key_id)
      switch (outcome.kind) {
        case 'changed':
          return outcome
        case 'not_found':
          throw unknownKey(key_id)
        case 'only_key':
          throw new CommandError(
            `No other key takes over from ${cell(key_id)}; make one first with: key rotate`,
          )
        case 'not_active':
          throw new CommandError(`Key ${cell(key_id)} is ${outcome.state}, so it cannot retire.`)
      }
    },
    show: ({ keys: all }) => formatKeys(all),
  }),

  operatorCommand({
    path: 'key compromised',
    summary: 'Withdraw a key that somebody else may have',
    about:
      'The key is removed from /trust/jwks or /log/key at once, and nothing that it signed is accepted any more, whenever it was issued. If no other key signs, a new one does so immediately. Agents accept what it signs as soon as they have fetched the new keys, which takes them up to half a minute.',
    operands: [KEY],
    flags: {},
    examples: ['key compromised aVBtapLd11SUVKIMGJfPzOEDuN0sXcmzJQNVT-_sKEU'],
    read: (_, [key_id]) => ({ key_id: key_id! }),
    async execute({ keys: open }, { key_id }: { key_id: string }) {
      const outcome = await (await open()).compromise(key_id)
      switch (outcome.kind) {
        case 'changed':
          return outcome
        case 'not_found':
          throw unknownKey(key_id)
        case 'already':
          throw new CommandError(`Key ${cell(key_id)} was marked as compromised at ${outcome.at}.`)
      }
    },
    show: ({ keys: all }) => formatKeys(all),
  }),
]

const unknownKey = (key_id: string): CommandError =>
  new CommandError(`There is no key ${cell(key_id)}; \`key list\` shows all keys.`)

const SIGNS: Readonly<Record<SigningKeyUse, string>> = {
  statements: 'statements of the platform',
  log: 'checkpoints of the log',
}

const formatKeys = (all: readonly SigningKeySummary[]): string =>
  formatTable(
    ['KEY', 'SIGNS', 'STATE', 'FROM', 'UNTIL'],
    all.map(({ key_id, use, state, active_at, retired_at, compromised_at }) => [
      key_id,
      SIGNS[use],
      state,
      active_at,
      compromised_at ?? retired_at ?? '',
    ]),
    'There are no keys yet; the first start of `serve` makes them.',
  )
