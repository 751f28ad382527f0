import { SIGNING_KEY } from '../../domain/limits.ts'
import { MasterKeyMissing } from '../../domain/secrets.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { SigningKeyUse } from '../../domain/trust/signing-keys.ts'
import type { SigningKeySummary } from '../../store/transactions/trust/key-rotation.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { cell, formatTable } from '../../terminal/text.ts'
import { duration } from '../arguments/values.ts'
import { operatorCommand } from '../operator/command.ts'
import type { KeyAdministration } from './key-administration.ts'
import {
  formatMasterKeys,
  formatRetirement,
  formatRotation,
  isMasterKeyId,
  listMaster,
  retireMaster,
  rotateMaster,
  unknownKey,
} from './master-keys.ts'

const KEY = { name: 'KEY', description: 'Identifier of the key, as `key list` shows it' } as const

/** The overlap of a rotation without `--overlap`. Operators of witnesses need time to configure the new key of the log. */
const OVERLAPS: Readonly<Record<SigningKeyUse, string>> = { statements: '10m', log: '7d' }

/** The kind of key to rotate. */
type RotationArgs =
  | { readonly use: SigningKeyUse; readonly overlap_ms: number }
  | { readonly use: 'master' }

/** `key ...`: lists, rotates and withdraws the signing keys and the master keys of the platform. */
export const keys = [
  operatorCommand({
    path: 'key list',
    summary: 'List the keys of the platform: those that sign and the master keys',
    about:
      'A planned key is published and signs later, an active one signs, a retired one only verifies what it signed, and a compromised one is no longer accepted. One master key is in force and encrypts the signing keys and other secrets; a previous one is needed until everything has been re-encrypted and the sign-ins that began under it have ended. If a master key that is needed is missing, the signing keys cannot be listed, and the exit code is 1.',
    flags: {},
    examples: ['key list', 'key list --json'],
    read: () => ({}),
    execute: async ({ keys: open, now, ...services }, _: object) => ({
      ...(await listSigning(await open(), now())),
      master_keys: await listMaster(services),
    }),
    show: ({ items, missing, master_keys }) =>
      `${missing ?? formatKeys(items)}\n\n${formatMasterKeys(master_keys)}`,
    failed: ({ missing }) => missing !== null,
  }),

  operatorCommand({
    path: 'key rotate',
    summary: 'Rotate a signing key or the master key',
    about: [
      'With --signing, a new key for the statements of the platform is published at once and signs when the overlap has passed; the old key is then retired. Agents, other processes and caches know the new key by then, so nothing is refused. Afterwards the platform signs policies and audit checkpoints again.',
      'With --log, a new key signs the checkpoints of the public log at once, alongside the old one until the overlap has passed. Give the new key to witnesses and monitors in that time; /log/key shows both.',
      'With --master, a new master key comes into force and everything is re-encrypted under it while the platform runs. With the key file beside the store, the command creates the key; with any other source, add it there first. If the command is interrupted, run it again.',
    ].join('\n'),
    flags: {
      signing: { description: 'Rotate the key for statements' },
      log: { description: 'Rotate the key of the public log' },
      master: { description: 'Rotate the master key' },
      overlap: {
        value: 'TIME',
        description: 'Time until the old key is retired, at least 1m',
        fallback: '10m; 7d with --log',
      },
    },
    examples: ['key rotate --signing', 'key rotate --log --overlap 14d', 'key rotate --master'],
    read({ signing, log, master, overlap }): RotationArgs {
      if ([signing, log, master].filter(Boolean).length !== 1)
        throw new UsageError('Name the key to rotate: --signing, --log or --master.')
      if (master) {
        if (overlap === undefined) return { use: 'master' }
        throw new UsageError('--overlap is for --signing and --log; a master key has no overlap.')
      }
      const use: SigningKeyUse = log ? 'log' : 'statements'
      const bounds = { min_ms: SIGNING_KEY.min_overlap_ms, max_ms: SIGNING_KEY.max_overlap_ms }
      return { use, overlap_ms: duration('--overlap', overlap ?? OVERLAPS[use], bounds) }
    },
    async execute({ keys: open, ...services }, args: RotationArgs) {
      if (args.use === 'master') return rotateMaster(services)
      const outcome = await (await open()).rotate(args)
      if (outcome.kind === 'changed') return outcome
      throw new CommandError(
        `The last rotation ends at ${outcome.until}; wait until then, or end it earlier with: key retire`,
      )
    },
    show: (outcome) =>
      outcome.kind === 'master'
        ? formatRotation(outcome)
        : `The new key is ${outcome.created}. The keys of this kind:\n\n${formatKeys(outcome.keys)}`,
  }),

  operatorCommand({
    path: 'key retire',
    summary: 'End the overlap of a rotation early, or withdraw a master key',
    about:
      'A signing key signs for a few more seconds, until all processes have learned that it is retired. What it signed before remains valid, as after the overlap. A master key is withdrawn if no secret is encrypted under it any more; keep it with the backups that were taken before its rotation.',
    operands: [KEY],
    flags: {},
    examples: ['key retire aVBtapLd11SUVKIMGJfPzOEDuN0sXcmzJQNVT-_sKEU', 'key retire 4904420c'],
    read: (_, [key_id]) => ({ key_id: key_id! }),
    async execute({ keys: open, ...services }, { key_id }: { key_id: string }) {
      if (isMasterKeyId(key_id)) return retireMaster(services, key_id)
      const outcome = await (await open()).retire(key_id)
      switch (outcome.kind) {
        case 'changed':
          return outcome
        case 'not_found':
          throw unknownKey(key_id)
        case 'only_key':
          throw new CommandError(
            `No later key can take over from ${cell(key_id)}, so it cannot be retired; create its successor first with: key rotate`,
          )
        case 'not_active':
          throw new CommandError(
            outcome.state === 'retired'
              ? `Key ${cell(key_id)} is already retired.`
              : `Key ${cell(key_id)} is ${outcome.state}; only an active key can be retired.`,
          )
      }
    },
    show: (outcome) =>
      outcome.kind === 'master' ? formatRetirement(outcome) : formatKeys(outcome.keys),
  }),

  operatorCommand({
    path: 'key compromised',
    summary: 'Withdraw a key that may be compromised',
    about:
      'The key is removed from /api/v1/trust/jwks or /log/key at once, and nothing that it signed is accepted any more, whenever it was issued. If no other key signs, a new one does so immediately. Agents accept what it signs as soon as they have fetched the new keys, which takes them up to half a minute.',
    operands: [KEY],
    flags: {},
    examples: [
      'key compromised aVBtapLd11SUVKIMGJfPzOEDuN0sXcmzJQNVT-_sKEU',
      'key compromised aVBtapLd11SUVKIMGJfPzOEDuN0sXcmzJQNVT-_sKEU --json',
    ],
    read: (_, [key_id]) => ({ key_id: key_id! }),
    async execute({ keys: open }, { key_id }: { key_id: string }) {
      const outcome = await (await open()).markCompromised(key_id)
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

/** Lists the signing keys or, if they cannot be opened, names the missing master key. The master keys are listed in either case. */
async function listSigning(keys: KeyAdministration, now: Timestamp) {
  try {
    return { items: await keys.list(now), missing: null }
  } catch (cause) {
    if (!(cause instanceof MasterKeyMissing)) throw cause
    return { items: [], missing: `The signing keys cannot be opened. ${cause.message}` }
  }
}

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
    'There are no keys yet; the first start of `serve` creates them.',
  )
