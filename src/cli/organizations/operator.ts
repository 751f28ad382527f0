import { readEmail } from '../arguments/email.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const EMAIL = {
  value: 'EMAIL',
  description: 'E-mail address, to which sign-in PINs go',
  required: true,
} as const
const NOBODY = 'There is no operator; `operator add` makes somebody one.'

/** `operator ...`: the people of the platform itself. */
export const operators = [
  operatorCommand({
    path: 'operator add',
    summary: 'Let a person judge disputes in the dashboard',
    about:
      'An operator signs in with a PIN that comes by e-mail, and judges no dispute of an organization that he or she belongs to.',
    flags: { email: EMAIL },
    examples: [
      'operator add --email olga@example.com',
      'operator add --email olga@example.com --json',
    ],
    read: async ({ email }) => ({ email: await readEmail(email) }),
    work: ({ store, act }, args: { email: string }) => store.addOperator(act(), args),
    show: ({ email }) => `${cell(email)} is an operator now.`,
  }),

  operatorCommand({
    path: 'operator list',
    summary: 'List the people who judge disputes',
    flags: {},
    examples: ['operator list', 'operator list --json'],
    read: () => ({}),
    work: async ({ store }, _: object) => ({ items: await store.listOperators({}) }),
    show: ({ items }) =>
      formatTable(
        ['EMAIL', 'ADDED'],
        items.map(({ email, added_at }) => [email, added_at]),
        NOBODY,
      ),
  }),

  operatorCommand({
    path: 'operator remove',
    summary: 'Take the role of an operator from a person',
    about: 'Sessions of the person stop reaching disputes of others with their next request.',
    flags: { email: EMAIL },
    examples: [
      'operator remove --email olga@example.com',
      'operator remove --email olga@example.com --json',
    ],
    read: ({ email }) => ({ email }),
    async work({ store, act }, args: { email: string }) {
      const removed = await store.removeOperator(act(), args)
      if (!removed)
        throw new CommandError(
          `${cell(args.email)} is no operator; \`operator list\` shows who is.`,
        )
      return removed
    },
    show: ({ email }) => `${cell(email)} is no longer an operator.`,
  }),
]
