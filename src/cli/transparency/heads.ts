import { checkpointOfNote } from '../../domain/transparency/checkpoint.ts'
import type { PublishedHead } from '../../domain/transparency/heads.ts'
import { PublicationReplaced, readPublishedHeads } from '../../store/long-reads/published-heads.ts'
import type { Store } from '../../store/store.ts'
import { CommandError } from '../../terminal/errors.ts'
import { counted, formatFields, formatTable } from '../../terminal/text.ts'
import { operatorCommand } from '../operator/command.ts'

/** `audit heads`: shows the heads of the audit chains that the platform has published. */
export const heads = [
  operatorCommand({
    path: 'audit heads',
    summary: 'Show the published heads of the audit chains',
    about:
      'The registry publishes one root over the heads of all audit chains in its transparency log (SVC_AUDIT_HEADS_MINUTES), so that nobody can truncate or replace a chain undetected. The command shows the latest publication; with --json also the head of each chain, with which a copy of the publication can be verified.',
    flags: {},
    examples: ['audit heads', 'audit heads --json'],
    read: () => ({}),
    async execute({ store }) {
      const publication = await store.readPublication({})
      const head = await store.readLogHead({})
      return {
        published: publication ?? null,
        heads: await allHeads(store),
        checkpoint: head?.checkpoint ?? null,
        witnesses: await store.listWitnesses({}),
      }
    },
    show: ({ published, checkpoint, witnesses }) =>
      published
        ? [
            formatFields([
              ['Published', published.at],
              ['Chains', String(published.count)],
              ['Root', published.root],
              ['In the log', published.proof === undefined ? 'not yet' : 'yes'],
              ['Log', showLog(checkpoint)],
            ]),
            '',
            formatTable(
              ['WITNESS', 'LAST SUCCESS', 'LAST ERROR'],
              witnesses.map(({ name, last_success_at, last_error }) => [
                name,
                last_success_at ?? 'never',
                last_error ?? '',
              ]),
              'No witness has received the heads yet; SVC_WITNESSES lists the witnesses.',
            ),
          ].join('\n')
        : 'No heads have been published yet.',
  }),
]

/** Reads the heads of all chains. @throws CommandError if others are published in the meantime */
async function allHeads(store: Store): Promise<readonly PublishedHead[]> {
  const heads: PublishedHead[] = []
  try {
    for await (const page of readPublishedHeads(store)) heads.push(...page)
  } catch (cause) {
    if (!(cause instanceof PublicationReplaced)) throw cause
    throw new CommandError('New heads were published while these were read; try again.')
  }
  return heads
}

function showLog(checkpoint: string | null): string {
  const head = checkpointOfNote(checkpoint ?? '')
  return head ? `${head.origin}, ${counted(head.size, 'entry', 'entries')}` : 'has not begun'
}
