import type { DisputeState, Judgement } from '../../domain/agents/dispute.ts'
import type { Dispute } from '../../domain/records.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell, formatFields } from '../../terminal/text.ts'

const STATES: readonly DisputeState[] = ['open', 'under_review', 'upheld', 'rejected']
const DISPUTE = { name: 'DISPUTE', description: 'Identifier of the dispute' } as const
const REASON = {
  value: 'TEXT',
  description: 'Why; both organizations are told',
  required: true,
} as const
const ID = 'dsp_0198c5a2-7c1e-7e5a-9c55-3f1d0a9b2c11'
const MOST = 1000

const missing = (dispute_id: string): CommandError =>
  new CommandError(
    `There is no dispute ${cell(dispute_id)}; \`dispute list\` shows those that wait.`,
  )

const judging = (
  verb: 'review' | 'uphold' | 'reject',
  judgement: Judgement,
  summary: string,
  about: string,
  reason: string,
) =>
  operatorCommand({
    path: `dispute ${verb}`,
    summary,
    about,
    operands: [DISPUTE],
    flags: { reason: REASON },
    examples: [
      `dispute ${verb} ${ID} --reason "${reason}"`,
      `dispute ${verb} ${ID} --reason "${reason}" --json`,
    ],
    async read({ reason: given }, [dispute_id]) {
      const { validText: conforming } = await import('../arguments/contract.ts')
      return {
        dispute_id: dispute_id!,
        reason: conforming('--reason', 'Dispute/properties/reason', given),
      }
    },
    async work({ store, act }, args: { dispute_id: string; reason: string }): Promise<Dispute> {
      const outcome = await store.judgeDispute(act(), { ...args, judgement })
      switch (outcome.kind) {
        case 'not_found':
          throw missing(args.dispute_id)
        case 'decided':
          throw new CommandError(
            `Dispute ${cell(args.dispute_id)} is decided, and a decision is final.`,
          )
        case 'judged':
          return outcome.dispute
      }
    },
    show: ({ dispute_id, state, svc_id }) =>
      `Dispute ${dispute_id} about ${svc_id} is ${state} now.`,
  })

/** `dispute ...`: what organizations report about agents, and the operator's judgement. */
export const dispute = [
  operatorCommand({
    path: 'dispute list',
    summary: 'List disputes, those that wait longest first',
    flags: {
      state: { value: 'STATE', description: `One of ${STATES.join(', ')}`, default: 'open' },
    },
    examples: ['dispute list', 'dispute list --state under_review --json'],
    read: ({ state }) => ({ state: stateOf(state) }),
    work: async ({ store }, { state }: { state: DisputeState }) => ({
      items: (await store.listAllDisputes({ state, limit: MOST })).map(
        ({ logs: _, comments: _all, ...rest }) => rest,
      ),
    }),
    show: ({ items }) =>
      formatTable(
        ['DISPUTE', 'OPENED', 'STATE', 'ISSUE', 'BY', 'ABOUT', 'AGENT'],
        items.map((item) => [
          item.dispute_id,
          item.opened_at,
          item.state,
          item.issue_type,
          item.organization_id,
          item.respondent_id,
          item.svc_id,
        ]),
        'No dispute is in this state.',
      ),
  }),

  operatorCommand({
    path: 'dispute show',
    summary: 'Show a dispute with its evidence and comments',
    operands: [DISPUTE],
    flags: {},
    examples: [`dispute show ${ID}`, `dispute show ${ID} --json`],
    read: (_, [dispute_id]) => ({ dispute_id: dispute_id! }),
    async work({ store }, { dispute_id }: { dispute_id: string }): Promise<Dispute> {
      const found = await store.findDispute({ dispute_id })
      if (!found) throw missing(dispute_id)
      return found
    },
    show: (found) =>
      [
        formatFields([
          ['Dispute', found.dispute_id],
          ['State', found.state],
          ['Issue', found.issue_type],
          ['Agent', found.svc_id],
          ['Reported by', found.organization_id],
          ['About', found.respondent_id],
          [
            'Task',
            found.task_id === null
              ? 'none named'
              : `${found.task_id}, ${found.task_on_record ? 'on record' : 'not on record'}`,
          ],
          ['Opened', found.opened_at],
          ...(found.reason === null ? [] : [['Reason', found.reason] as [string, string]]),
        ]),
        '',
        printable(found.description),
        ...(found.logs === null ? [] : ['', 'Logs:', printable(found.logs)]),
        ...found.comments.flatMap(({ organization_id, text, created_at }) => [
          '',
          `${organization_id}, ${created_at}:`,
          printable(text),
        ]),
      ].join('\n'),
  }),

  judging(
    'review',
    'under_review',
    'Begin to look into a dispute',
    'Both organizations see that somebody does. Nothing else changes.',
    'asked the publisher',
  ),
  judging(
    'uphold',
    'upheld',
    'Decide a dispute against the agent',
    'The agent loses 10 points of reputation, and over a security concern its verification. A decision is final.',
    'the logs show it',
  ),
  judging(
    'reject',
    'rejected',
    'Decide a dispute for the agent',
    'The agent loses nothing. A decision is final.',
    'the answer was right',
  ),
]

function stateOf(text: string): DisputeState {
  const state = STATES.find((known) => known === text)
  if (state) return state
  throw new UsageError(`"${text}" is no state; there are ${STATES.join(', ')}.`)
}

/** Line breaks stay; every other control character shows as such. */
const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : cell(line)))
    .join('\n')
