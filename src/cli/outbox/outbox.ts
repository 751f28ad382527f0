import { ROWS_TO_READ, shownRows, withRowsLeft } from '../arguments/rows.ts'
import type { OutboxItem } from '../../domain/records.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

/** `outbox ...`: manages mail and chat messages waiting to be sent. */
export const outbox = [
  operatorCommand({
    path: 'outbox list',
    summary: 'List mail and chat messages that are waiting or have failed',
    about:
      'Messages are composed when they are sent, so the outbox contains neither PINs nor text written by users. ' +
      'Delivered items are deleted after a day, failed items after 30 days.',
    flags: { all: { description: 'Also list delivered items' } },
    examples: ['outbox list', 'outbox list --all --json'],
    read: ({ all }) => ({ all }),
    execute: async ({ store }, { all }: { all: boolean }) =>
      shownRows((await store.listOutbox({ all, limit: ROWS_TO_READ })).map(itemView)),
    show: (list) =>
      withRowsLeft(
        formatTable(
          ['ITEM', 'KIND', 'ABOUT', 'STATE', 'ATTEMPTS', 'NEXT OR LAST', 'LAST ERROR'],
          list.items.map((item) => [
            item.outbox_id,
            item.kind,
            item.about,
            item.state,
            item.attempts,
            item.ended_at ?? item.next_attempt_at,
            item.last_error,
          ]),
          'No messages are waiting and none failed.',
        ),
        list,
      ),
  }),

  operatorCommand({
    path: 'outbox retry',
    summary: 'Retry one message, or all failed messages if ITEM is `failed`',
    about:
      'The items are due at once and their retry period starts again. A PIN that has expired in the meantime is not sent.',
    operands: [
      {
        name: 'ITEM',
        description:
          'Identifier from `outbox list`, or the word `failed` for all messages that were rejected or abandoned',
      },
    ],
    flags: {},
    examples: ['outbox retry 0195561d-4f40-7b7c-9a61-2f7d3a90c1e5', 'outbox retry failed'],
    read(_, [item]) {
      if (item === 'failed' || /^[0-9a-f-]{36}$/.test(item!))
        return { outbox_id: item === 'failed' ? null : item! }
      throw new UsageError('ITEM must be an identifier from `outbox list`, or the word failed.')
    },
    async execute({ store, context }, { outbox_id }: { outbox_id: string | null }) {
      const { retried } = await store.retryOutbox(context(), { outbox_id })
      if (outbox_id !== null && retried.length === 0)
        throw new CommandError(
          `There is no waiting or failed item ${outbox_id}; \`outbox list\` shows these items.`,
        )
      return { retried: retried.map(({ outbox_id: id, kind }) => ({ outbox_id: id, kind })) }
    },
    show({ retried: { length } }) {
      if (length === 0) return 'No messages failed.'
      return `${length === 1 ? 'One item is' : `${length} items are`} due now; the registry that serves this store sends due items within a second.`
    },
  }),
]

/** Returns an item in the form in which the commands print it. */
function itemView({
  outbox_id,
  kind,
  payload,
  attempts,
  created_at,
  next_attempt_at,
  delivered_at,
  last_error,
  ended,
}: OutboxItem) {
  const state = ended ?? (delivered_at === null ? 'waiting' : 'delivered')
  return {
    outbox_id,
    kind,
    about: String(Object.values(payload)[0] ?? ''),
    state,
    attempts,
    created_at,
    next_attempt_at,
    ended_at: delivered_at,
    last_error,
  }
}
