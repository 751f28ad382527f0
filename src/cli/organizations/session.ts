import { PIN_ATTEMPTS, PIN_LIFETIME_MS } from '../../domain/limits.ts'
import { readEmail } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatFields } from '../../terminal/text.ts'

/** `session ...`: creates a sign-in for a person on this machine. */
export const session = [
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
      if (opened.kind === 'may_not_sign_in')
        throw new CommandError(
          `${email} is neither a member nor an operator, so they cannot sign in; add them with \`member add --email ${email} --role owner\`.`,
        )
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
            `${page} of the dashboard; programs send the PIN with challenge_id ${challenge_id} to /admin/auth/verify-pin`,
          ],
        ]),
        '',
        `Make sure that you are speaking with ${email}, and do not give the PIN to anyone else.`,
      ].join('\n'),
  }),
]
