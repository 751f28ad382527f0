import { ROWS_TO_READ, shownRows, withRowsLeft } from '../arguments/rows.ts'
import type { DisputeState, Judgement } from '../../domain/agents/dispute.ts'
import type { Dispute } from '../../domain/records.ts'
import { choice } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatFields, formatTable, paragraphs } from '../../terminal/text.ts'

const STATES: readonly DisputeState[] = ['open', 'under_review', 'upheld', 'rejected']
const DISPUTE = { name: 'DISPUTE', description: 'Identifier of the dispute' } as const
const REASON = {
  value: 'TEXT',
  description: 'Reason, shown to both organizations',
  required: true,
} as const
const ID = 'dsp_0198c5a2-7c1e-7e5a-9c55-3f1d0a9b2c11'

const unknownDispute = (dispute_id: string): CommandError =>
  new CommandError(`There is no dispute ${cell(dispute_id)}; \`dispute list\` shows the open ones.`)

const judgementCommand = (
  verb: 'review' | 'uphold' | 'reject',
  judgement: Judgement,
  summary: string,
  about: string,
  exampleReason: string,
) =>
  operatorCommand({
    path: `dispute ${verb}`,
    summary,
    about,
    operands: [DISPUTE],
    flags: { reason: REASON },
    examples: [
      `dispute ${verb} ${ID} --reason "${exampleReason}"`,
      `dispute ${verb} ${ID} --reason "${exampleReason}" --json`,
    ],
    async read({ reason }, [dispute_id]) {
      const { requiredText } = await import('../arguments/contract.ts')
      return {
        dispute_id: dispute_id!,
        reason: requiredText('--reason', 'Dispute/properties/reason', reason),
      }
    },
    async execute(
      { store, context },
      args: { dispute_id: string; reason: string },
    ): Promise<Dispute> {
      const outcome = await store.judgeDispute(context(), { ...args, judgement })
      switch (outcome.kind) {
        case 'not_found':
          throw unknownDispute(args.dispute_id)
        case 'decided':
          throw new CommandError(
            `Dispute ${cell(args.dispute_id)} is already decided, and a decision is final.`,
          )
        case 'judged':
          return outcome.dispute
      }
    },
    show: ({ dispute_id, state, svc_id }) =>
      `Dispute ${dispute_id} about ${svc_id} is now ${state}.`,
  })

/** `dispute ...`: shows and judges disputes about agents. */
export const dispute = [
  operatorCommand({
    path: 'dispute list',
    summary: 'List disputes, the oldest first',
    flags: {
      state: { value: 'STATE', description: `One of ${STATES.join(', ')}`, default: 'open' },
    },
    examples: ['dispute list', 'dispute list --state under_review --json'],
    read: ({ state }) => ({ state: choice('state', state, STATES) }),
    execute: async ({ store }, { state }: { state: DisputeState }) =>
      shownRows(
        (await store.listAllDisputes({ state, limit: ROWS_TO_READ })).map(
          ({ logs: _, comments: _all, ...rest }) => rest,
        ),
      ),
    show: (list) =>
      withRowsLeft(
        formatTable(
          ['DISPUTE', 'OPENED', 'STATE', 'ISSUE', 'BY', 'ABOUT', 'AGENT'],
          list.items.map((item) => [
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
        list,
      ),
  }),

  operatorCommand({
    path: 'dispute show',
    summary: 'Show a dispute with its evidence and comments',
    operands: [DISPUTE],
    flags: {},
    examples: [`dispute show ${ID}`, `dispute show ${ID} --json`],
    read: (_, [dispute_id]) => ({ dispute_id: dispute_id! }),
    async execute({ store }, { dispute_id }: { dispute_id: string }): Promise<Dispute> {
      const found = await store.findDispute({ dispute_id })
      if (!found) throw unknownDispute(dispute_id)
      return found
    },
    show: formatDispute,
  }),

  judgementCommand(
    'review',
    'under_review',
    'Start reviewing a dispute',
    'Both organizations see that it is under review. Nothing else changes.',
    'asked the publisher',
  ),
  judgementCommand(
    'uphold',
    'upheld',
    'Decide a dispute against the agent',
    'The agent loses 10 points of reputation and, if the issue is a security concern, its verification. A decision is final.',
    'the logs show it',
  ),
  judgementCommand(
    'reject',
    'rejected',
    "Decide a dispute in the agent's favour",
    'The agent loses nothing. A decision is final.',
    'the answer was right',
  ),
]

function formatDispute(dispute: Dispute): string {
  const { task_id, task_on_record, reason, logs } = dispute
  return [
    formatFields([
      ['Dispute', dispute.dispute_id],
      ['State', dispute.state],
      ['Issue', dispute.issue_type],
      ['Agent', dispute.svc_id],
      ['Reported by', dispute.organization_id],
      ['About', dispute.respondent_id],
      [
        'Task',
        task_id === null
          ? 'none named'
          : `${task_id}, ${task_on_record ? 'on record' : 'not on record'}`,
      ],
      ['Opened', dispute.opened_at],
      ['Reason', reason ?? undefined],
    ]),
    '',
    paragraphs(dispute.description),
    ...(logs === null ? [] : ['', 'Logs:', paragraphs(logs)]),
    ...dispute.comments.flatMap(({ organization_id, text, created_at }) => [
      '',
      `${organization_id}, ${created_at}:`,
      paragraphs(text),
    ]),
  ].join('\n')
}
