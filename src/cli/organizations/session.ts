import { PIN_ATTEMPTS, PIN_LIFETIME_MS } from '../../domain/limits.ts'
import { readEmail } from '../arguments/email.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

/** `session ...`: signing a person in from this machine. */
export const session = [
  operatorCommand({
    path: 'session create',
    summary: 'Open a sign-in for a person, without a mail and whatever limits are used up',
    about: [
      'For a person whom no mail reaches, or whose mails somebody else uses up. It opens a sign-in and prints its PIN once, with the page on which to type it. ' +
        'It needs the store and the master key, so only whoever runs the registry can do it.',
      'The audit log of their organization, or of the platform for an operator of none, gets `admin.session_created` with your name on this machine. The PIN itself is kept nowhere.',
    ].join('\n'),
    flags: {
      email: { value: 'EMAIL', description: 'E-mail address of the person', required: true },
    },
    examples: [
      'session create --email ann@example.com',
      'session create --email ann@example.com --json',
    ],
    read: async ({ email }) => ({ email: (await readEmail(email)).toLowerCase() }),
    async work({ store, act, pins }, { email }: { email: string }) {
      // The key first: nothing is to be on record as opened that could not be.
      const pinOf = await pins()
      const opened = await store.createSignIn(act(), { email })
      if (opened.kind === 'nobody')
        throw new CommandError(
          `${email} is no member and no operator, so there is nothing to sign in to; \`member add --email ${email} --role owner\` adds them.`,
        )
      const { challenge_id, expires_at } = opened.challenge
      const page = `/sign-in#${new URLSearchParams({ email, challenge_id, expires_at }).toString()}`
      return { email, pin: pinOf(challenge_id), challenge_id, expires_at, page }
    },
    show: ({ email, pin, challenge_id, expires_at, page }) =>
      [
        formatFields([
          ['PIN', pin],
          ['For', email],
          [
            'Good',
            `until ${expires_at} (${PIN_LIFETIME_MS / 60_000} minutes), for ${PIN_ATTEMPTS} tries and one sign-in`,
          ],
          [
            'Page',
            `${page} of the dashboard; programs send the PIN with challenge_id ${challenge_id} to /admin/auth/verify-pin`,
          ],
        ]),
        '',
        `Make sure that you speak with ${email}, and give the PIN to nobody else.`,
      ].join('\n'),
  }),
]
