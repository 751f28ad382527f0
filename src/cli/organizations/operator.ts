import { EMAIL_FLAG, readNewEmail } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

/** `operator ...`: manages the people who judge disputes. */
export const operators = [
  operatorCommand({
    path: 'operator add',
    summary: 'Allow a person to judge disputes in the dashboard',
    about:
      'An operator signs in with a PIN sent by e-mail, and cannot judge disputes of organizations that they belong to.',
    flags: { email: EMAIL_FLAG },
    examples: [
      'operator add --email olga@example.com',
      'operator add --email olga@example.com --json',
    ],
    read: async ({ email }) => ({ email: await readNewEmail(email) }),
    execute: ({ store, context }, args: { email: string }) => store.addOperator(context(), args),
    show: ({ email }) => `${cell(email)} is now an operator.`,
  }),

  operatorCommand({
    path: 'operator list',
    summary: 'List the people who judge disputes',
    flags: {},
    examples: ['operator list', 'operator list --json'],
    read: () => ({}),
    execute: async ({ store }, _: object) => ({ items: await store.listOperators({}) }),
    show: ({ items }) =>
      formatTable(
        ['EMAIL', 'ADDED'],
        items.map(({ email, added_at }) => [email, added_at]),
        'There are no operators; `operator add` adds one.',
      ),
  }),

  operatorCommand({
    path: 'operator remove',
    summary: 'Remove the operator role from a person',
    about:
      "The person's sessions lose access to disputes of other organizations with their next request.",
    flags: { email: EMAIL_FLAG },
    examples: [
      'operator remove --email olga@example.com',
      'operator remove --email olga@example.com --json',
    ],
    read: ({ email }) => ({ email }),
    async execute({ store, context }, args: { email: string }) {
      const removed = await store.removeOperator(context(), args)
      if (!removed)
        throw new CommandError(
          `${cell(args.email)} is not an operator; \`operator list\` shows all operators.`,
        )
      return removed
    },
    show: ({ email }) => `${cell(email)} is no longer an operator.`,
  }),
]
