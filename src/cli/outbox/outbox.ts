import type { OutboxItem } from '../../domain/records.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

const MOST = 1000

/** `outbox ...`: mail and chat messages on their way out. */
export const outbox = [
  operatorCommand({
    path: 'outbox list',
    summary: 'List mail and chat messages that wait or failed',
    about:
      'What is sent is made at the moment of sending, so the outbox holds no PIN and nothing that anybody wrote. ' +
      'What was delivered is forgotten after a day, what failed after 30.',
    flags: { all: { description: 'List what was delivered as well' } },
    examples: ['outbox list', 'outbox list --all --json'],
    read: ({ all }) => ({ all }),
    work: async ({ store }, { all }: { all: boolean }) => ({
      items: (await store.listOutbox({ all, limit: MOST })).map(shown),
    }),
    show: ({ items }) =>
      formatTable(
        ['ITEM', 'KIND', 'ABOUT', 'STATE', 'TRIES', 'NEXT OR LAST', 'LAST ERROR'],
        items.map(
          ({ outbox_id, kind, about, state, attempts, next_attempt_at, ended_at, last_error }) => [
            outbox_id,
            kind,
            about,
            state,
            attempts,
            ended_at ?? next_attempt_at,
            last_error,
          ],
        ),
        'Nothing waits and nothing failed.',
      ),
  }),

  operatorCommand({
    path: 'outbox retry',
    summary: 'Send again what failed: one item, or all of them with `failed`',
    about:
      'The items are due at once and have their whole time again. A PIN that has expired meanwhile is not sent.',
    operands: [
      {
        name: 'ITEM',
        description:
          'Identifier from `outbox list`, or the word `failed` for all that were refused or given up',
      },
    ],
    flags: {},
    examples: ['outbox retry 0195561d-4f40-7b7c-9a61-2f7d3a90c1e5', 'outbox retry failed'],
    read(_, [item]) {
      if (item === 'failed' || /^[0-9a-f-]{36}$/.test(item!))
        return { outbox_id: item === 'failed' ? null : item! }
      throw new UsageError('ITEM is an identifier from `outbox list`, or the word failed.')
    },
    async work({ store, act }, { outbox_id }: { outbox_id: string | null }) {
      const { retried } = await store.retryOutbox(act(), { outbox_id })
      if (outbox_id !== null && retried.length === 0)
        throw new CommandError(
          `There is no item ${outbox_id} that waits or failed; \`outbox list\` shows those.`,
        )
      return { retried: retried.map(({ outbox_id: id, kind }) => ({ outbox_id: id, kind })) }
    },
    show({ retried: { length } }) {
      if (length === 0) return 'Nothing failed.'
      return `${length === 1 ? 'One item is' : `${length} items are`} due now; the registry that serves this store sends within a second.`
    },
  }),
]

/** An item as people see it. */
function shown({
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
