import { PIN_ATTEMPTS, PIN_LIFETIME_MS } from '../../domain/limits.ts'
import { readEmail } from '../arguments/email.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

/** `pin ...`: signing in where no mail brings the PIN. */
export const pin = [
  operatorCommand({
    path: 'pin show',
    summary: 'Show the PIN of a person who is signing in, where no mail brings it',
    about: [
      'For a registry without a mail server, and for a day on which mail is down. ' +
        'The person asks for a PIN on the sign-in page first; this computes it, for the sign-in that was begun last.',
      'The audit log of their organization, or of the platform for an operator of none, says that it was shown and by whom. The PIN itself is kept nowhere.',
    ].join('\n'),
    flags: {
      email: {
        value: 'EMAIL',
        description: 'E-mail address with which the person is signing in',
        required: true,
      },
    },
    examples: ['pin show --email ann@example.com', 'pin show --email ann@example.com --json'],
    read: async ({ email }) => ({ email: (await readEmail(email)).toLowerCase() }),
    async work({ store, act, pins }, { email }: { email: string }) {
      // The key first: nothing is to be on record as shown that could not be.
      const pinOf = await pins()
      const found = await store.showPin(act(), { email })
      switch (found.kind) {
        case 'nobody':
          throw new CommandError(nobody(email))
        case 'none':
          throw new CommandError(
            `No sign-in of ${email} waits for a PIN: ask for one at /sign-in of the dashboard first. ${LIVES}`,
          )
        case 'open': {
          const {
            challenge: { challenge_id, created_at, expires_at },
            left_ms,
            waiting,
          } = found
          const expires_in_seconds = Math.floor(left_ms / 1000)
          return {
            email,
            pin: pinOf(challenge_id),
            challenge_id,
            created_at,
            expires_at,
            expires_in_seconds,
            waiting,
          }
        }
      }
    },
    show: ({ email, pin: digits, challenge_id, created_at, expires_in_seconds, waiting }) =>
      [
        formatFields([
          ['PIN', digits],
          ['For', `${email}, asked for at ${created_at}`],
          ['Good', `for another ${clock(expires_in_seconds)}, once`],
          [
            'Type it',
            `on the page that asks for it; programs send it with challenge_id ${challenge_id}`,
          ],
          [
            'Note',
            waiting > 1
              ? `for the latest of ${waiting} sign-ins of this address; the others have PINs of their own`
              : undefined,
          ],
        ]),
        '',
        `Give it to nobody but ${email}, and only while they are signing in: somebody else may have typed their address.`,
      ].join('\n'),
  }),
]

const nobody = (email: string): string =>
  `${email} is no member and no operator, and no PIN lets them in; \`member add --email ${email} --role owner\` adds them.`

const LIVES = `A PIN is good for ${PIN_LIFETIME_MS / 60_000} minutes, ${PIN_ATTEMPTS} tries and one sign-in.`

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
