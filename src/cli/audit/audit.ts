import type { AuditHead } from '../../domain/records.ts'
import type { IsOwnSignature } from '../../domain/signatures/signature.ts'
import type { Store } from '../../store/store.ts'
import { verifyStoredChain, type StoredChainReport } from '../../store/verify-chain.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { formatTable } from '../../terminal/text.ts'

const PLATFORM = 'platform'

/** `audit ...`: whether the log is what was written. */
export const audit = [
  operatorCommand({
    path: 'audit verify',
    summary: 'Check that no audit record was changed, moved or removed',
    about:
      'Every organization has a chain of records in which each contains the hash of the one before; the platform has one more, named `platform`. Where the retention removed the oldest records, the chain begins behind a checkpoint that the platform signed. Reads every record, and ends with exit code 1 when a chain is broken.',
    flags: {
      org: {
        value: 'ORG',
        description: 'Check the chain of this organization only',
        fallback: 'all chains',
      },
    },
    examples: ['audit verify', 'audit verify --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    async work(services, { organization_id }: { organization_id: string | null }) {
      const { store } = services
      const isOwn = await ownSignatures(services)
      const chains: StoredChainReport[] = []
      for (const chain of await chainsOf(store, await store.listChains({}), organization_id))
        chains.push(await verifyStoredChain(store, chain, isOwn))
      return { intact: chains.every(({ intact }) => intact), chains }
    },
    show: ({ chains }) =>
      [
        formatTable(
          ['CHAIN', 'RECORDS', 'RESULT'],
          chains.map((report) => [report.chain, report.checked, resultOf(report)]),
          'There are no audit records yet.',
        ),
        ...chains.flatMap(({ chain, broken }) =>
          broken
            ? [
                `\nThe chain of ${chain} cannot be followed beyond record ${broken.sequence - 1}: what should be record ${broken.sequence} is ${EXPLAINED[broken.fault]}.`,
              ]
            : [],
        ),
      ].join('\n'),
    failed: ({ intact }) => !intact,
  }),
]

const EXPLAINED = {
  gap: 'missing',
  reordered: 'in another place',
  edited: 'not what was written',
  wrong_prev_hash: 'not the successor of the record before',
  rewritten: 'part of a chain that was written anew',
  truncated: 'missing, like all that came after it',
  missing_checkpoint: 'missing, and no checkpoint of a purge says why',
  invalid_checkpoint: 'purged by a checkpoint that the platform did not sign',
} as const

function resultOf({ broken, checkpoint }: StoredChainReport): string {
  if (broken) return `broken at sequence ${broken.sequence}: ${broken.fault}`
  return checkpoint
    ? `intact, purged up to ${checkpoint.sequence} on ${checkpoint.purged_at.slice(0, 10)}`
    : 'intact'
}

/** The keys are opened only where something is signed, so that a store that was never purged can be checked without its key file. */
async function ownSignatures({ store, signer }: OperatorServices): Promise<IsOwnSignature> {
  const checkpoints = await Promise.all(
    (await store.listChains({})).map(({ chain }) => store.findCheckpoint({ chain })),
  )
  const signed =
    checkpoints.some((checkpoint) => checkpoint !== undefined) &&
    (await store.findAnySigningKey({})) !== undefined
  return signed ? (await signer()).isOwn : () => false
}

/** Chains that have a head, and those that ought to: who deletes the head with its chain is not to be believed. */
async function chainsOf(
  store: Store,
  heads: readonly AuditHead[],
  only: string | null,
): Promise<readonly string[]> {
  const organizations = (await store.listOrganizations({})).map(
    ({ organization_id }) => organization_id,
  )
  const all = [...new Set([PLATFORM, ...heads.map(({ chain }) => chain), ...organizations])]
  if (only === null) return all
  if (all.includes(only)) return [only]
  throw new CommandError(`There is no organization ${only}; \`org list\` shows all of them.`)
}
