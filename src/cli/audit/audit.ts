import type { IsOwnSignature } from '../../domain/signatures/signature.ts'
import type { Store } from '../../store/store.ts'
import { verifyStoredChain, type StoredChainReport } from '../../store/long-reads/verify-chain.ts'
import {
  chainsOfHeads,
  compareHeads,
  describeFinding,
  parseHeadsFiles,
  readHeads,
  type HeadsFile,
} from './heads-file.ts'
import { unknownOrganization } from '../arguments/values.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { UsageError } from '../../terminal/errors.ts'
import { formatTable } from '../../terminal/text.ts'

const PLATFORM = 'platform'

interface VerifyArguments {
  readonly organization_id: string | null
  /** The files of a witness. */
  readonly heads: readonly HeadsFile[] | null
  readonly log_keys: readonly string[]
}

/** `audit ...`: verifies the audit log. */
export const audit = [
  operatorCommand({
    path: 'audit verify',
    summary: 'Check that no audit record was changed, moved or removed',
    about:
      'Each organization has a chain of records, each of which contains the hash of the previous record; the chain of the platform is named `platform`. Where the retention policy has removed the oldest records, the chain begins after a checkpoint that the platform signed. The command reads every record, and exits with code 1 if a chain is broken.',
    flags: {
      org: {
        value: 'ORG',
        description: 'Check the chain of this organization only',
        fallback: 'every chain',
      },
      heads: {
        value: 'FILE',
        description:
          'Compare the store with the file of a witness, which SVC_WITNESSES names as file:FILE',
        fallback: 'a removed end may not be detected',
      },
      'log-key': {
        value: 'KEY',
        description: 'Verifier key of the log, from your own records; may be a retired one',
        repeatable: true,
        fallback: 'the signatures in the file are not verified',
      },
    },
    examples: ['audit verify', 'audit verify --heads /mnt/witness/heads.jsonl'],
    read({ org, heads, 'log-key': log_keys }) {
      if (heads === undefined && log_keys.length > 0)
        throw new UsageError('--log-key verifies the file of a witness; name it with --heads.')
      return {
        organization_id: org ?? null,
        heads: heads === undefined ? null : readHeads(heads),
        log_keys,
      }
    },
    async execute(services, { organization_id, heads, log_keys }: VerifyArguments) {
      const { store } = services
      const files = heads && parseHeadsFiles(heads)
      const published = files ? chainsOfHeads(files) : []
      const chains: StoredChainReport[] = []
      const names = await chainsOf(store, published, organization_id)
      const isOwn = await ownSignatures(services, names)
      for (const chain of names) chains.push(await verifyStoredChain(store, chain, isOwn))
      const compared = files ? await compareHeads(store, files, log_keys) : []
      // What was found about a chain relies on its checkpoint, which is verified for the requested chains only.
      const findings = compared.filter((one) => !('chain' in one) || names.includes(one.chain))
      return {
        intact: chains.every(({ intact }) => intact) && findings.length === 0,
        chains,
        findings,
      }
    },
    show: ({ chains, findings }) =>
      [
        formatTable(
          ['CHAIN', 'RECORDS', 'RESULT'],
          chains.map((report) => [report.chain, report.checked, chainVerdictOf(report)]),
          'There are no audit records yet.',
        ),
        ...chains.flatMap(({ chain, broken }) =>
          broken
            ? [
                `\nThe chain of ${chain} is broken after record ${broken.sequence - 1}: record ${broken.sequence} is ${FAULTS[broken.fault]}.`,
              ]
            : [],
        ),
        ...findings.map((finding) => `\n${describeFinding(finding)}`),
      ].join('\n'),
    failed: ({ intact }) => !intact,
  }),
]

const FAULTS = {
  gap: 'missing',
  reordered: 'out of order',
  edited: 'modified',
  wrong_prev_hash: 'not linked to the previous record',
  rewritten: 'part of a rewritten chain',
  truncated: 'missing, as are all records after it',
  missing_checkpoint: 'missing, and no checkpoint covers it',
  invalid_checkpoint: 'covered only by a checkpoint that the platform did not sign',
} as const

function chainVerdictOf({ broken, checkpoint }: StoredChainReport): string {
  if (broken) return `broken at sequence ${broken.sequence}: ${broken.fault}`
  return checkpoint
    ? `intact, purged up to ${checkpoint.sequence} on ${checkpoint.purged_at.slice(0, 10)}`
    : 'intact'
}

/**
 * Returns the function that verifies the platform's own signatures. Keys are opened only if there is a checkpoint, so that a store that was
 * never purged can be verified without its key file.
 */
async function ownSignatures(
  { store, signer }: OperatorServices,
  chains: readonly string[],
): Promise<IsOwnSignature> {
  const checkpoints = await Promise.all(chains.map((chain) => store.findCheckpoint({ chain })))
  const signed =
    checkpoints.some((checkpoint) => checkpoint !== undefined) &&
    (await store.findAnySigningKey({})) !== undefined
  return signed ? (await signer()).isOwn : () => false
}

/**
 * Returns the chains that have a head, those of all organizations, and those that were published, so that deleting a chain together with
 * its head is detected even if a forged checkpoint hides it.
 */
async function chainsOf(
  store: Store,
  published: readonly string[],
  requested_chain: string | null,
): Promise<readonly string[]> {
  const heads = await store.listChains({})
  const organizations = (await store.listOrganizations({})).map(
    ({ organization_id }) => organization_id,
  )
  const chains = [
    ...new Set([PLATFORM, ...heads.map(({ chain }) => chain), ...organizations, ...published]),
  ]
  if (requested_chain === null) return chains
  if (chains.includes(requested_chain)) return [requested_chain]
  throw unknownOrganization(requested_chain)
}
