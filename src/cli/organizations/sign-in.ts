import { PIN_ATTEMPTS, PIN_LIFETIME_MS } from '../../domain/limits.ts'
import { readEmail } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

/** `pin ...` and `session ...`: show sign-in PINs where mail is not delivered, and create sign-ins on this machine. */
export const signIn = [
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
          throw cannotSignIn(email)
        case 'no_challenge':
          throw new CommandError(
            `No sign-in of ${email} is waiting for a PIN; request one on the dashboard's /sign-in page first. ${PIN_VALIDITY}`,
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

  operatorCommand({
    path: 'session create',
    summary: 'Start a sign-in for a person and print its PIN',
    about: [
      'For a person who cannot receive mail, or whose rate limits someone else has used up: no mail is sent and no rate limit applies. The command prints the PIN once, with the page on which to enter it. ' +
        'It needs the store and the master key, so only someone who runs the registry can use it.',
      'The audit log of their organization (of the platform, for an operator without one) records `admin.session_created` with your user name on this machine. The PIN itself is not stored anywhere.',
    ].join('\n'),
    flags: {
      email: { value: 'EMAIL', description: 'E-mail address of the person', required: true },
    },
    examples: [
      'session create --email ann@example.com',
      'session create --email ann@example.com --json',
    ],
    read: async ({ email }) => ({ email: (await readEmail(email)).toLowerCase() }),
    async execute({ store, context, pins }, { email }: { email: string }) {
      // The key is opened first, so that the audit log never records a sign-in that could not be created.
      const pinOf = await pins()
      const opened = await store.createSignIn(context(), { email })
      if (opened.kind === 'may_not_sign_in') throw cannotSignIn(email)
      const { challenge_id, expires_at } = opened.challenge
      const page = `/sign-in#${new URLSearchParams({ email, challenge_id, expires_at }).toString()}`
      return { email, pin: pinOf(opened.challenge), challenge_id, expires_at, page }
    },
    show: ({ email, pin, challenge_id, expires_at, page }) =>
      [
        formatFields([
          ['PIN', pin],
          ['For', email],
          [
            'Valid',
            `until ${expires_at} (${PIN_LIFETIME_MS / 60_000} minutes), for ${PIN_ATTEMPTS} attempts and one sign-in`,
          ],
          [
            'Page',
            `${page} of the dashboard; programs send the PIN with challenge_id ${challenge_id} to /api/v1/admin/auth/verify-pin`,
          ],
        ]),
        '',
        `Make sure that you are speaking with ${email}, and do not give the PIN to anyone else.`,
      ].join('\n'),
  }),
]

const cannotSignIn = (email: string): CommandError =>
  new CommandError(
    `${email} is neither a member, an invited person nor an operator, so they cannot sign in; invite them with \`member invite --email ${email} --role viewer\`, or with another role.`,
  )

const PIN_VALIDITY = `A PIN is valid for ${PIN_LIFETIME_MS / 60_000} minutes, ${PIN_ATTEMPTS} attempts and one sign-in.`

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
