import { PIN_ATTEMPTS, PIN_LIFETIME_MS } from '../../domain/limits.ts'
import { readEmail } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

/** `pin ...`: shows sign-in PINs where mail is not delivered. */
export const pin = [
  operatorCommand({
    path: 'pin show',
    summary: 'Show the PIN of a person who is signing in, if mail is not delivered',
    about: [
      'For a registry without a mail server, and for times when mail is down. ' +
        'The person first requests a PIN on the sign-in page; this command computes it, for the latest sign-in.',
      'The audit log of their organization (of the platform, for an operator without one) records that the PIN was shown and by whom. The PIN itself is not stored anywhere.',
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
    async execute({ store, context, pins }, { email }: { email: string }) {
      // The key is opened first, so that the audit log never records that a PIN was shown if it could not be computed.
      const pinOf = await pins()
      const found = await store.showPin(context(), { email })
      switch (found.kind) {
        case 'may_not_sign_in':
          throw new CommandError(notAMember(email))
        case 'no_challenge':
          throw new CommandError(
            `No sign-in of ${email} is waiting for a PIN; request one at /sign-in of the dashboard first. ${PIN_VALIDITY}`,
          )
        case 'open': {
          const {
            challenge: { challenge_id, created_at, expires_at },
            remaining_ms,
            waiting,
          } = found
          const expires_in_seconds = Math.floor(remaining_ms / 1000)
          return {
            email,
            pin: pinOf(found.challenge),
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
          ['For', `${email}, requested at ${created_at}`],
          ['Valid', `for another ${minutesAndSeconds(expires_in_seconds)}, once`],
          ['Enter it', `on the sign-in page; programs send it with challenge_id ${challenge_id}`],
          [
            'Note',
            waiting > 1
              ? `for the latest of ${waiting} sign-ins of this address; the others have their own PINs`
              : undefined,
          ],
        ]),
        '',
        `Give the PIN only to ${email}, and only while they are signing in: someone else may have entered their address.`,
      ].join('\n'),
  }),
]

const notAMember = (email: string): string =>
  `${email} is neither a member nor an operator, so they cannot sign in; add them with \`member add --email ${email} --role owner\`.`

const PIN_VALIDITY = `A PIN is valid for ${PIN_LIFETIME_MS / 60_000} minutes, ${PIN_ATTEMPTS} attempts and one sign-in.`

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
