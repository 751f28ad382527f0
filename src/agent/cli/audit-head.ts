import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import { parseHeadsEntry } from '../../domain/transparency/heads.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { FILES } from '../folder/folder.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import {
  verifyAuditGrowth,
  verifyAuditHead,
  type AuditHeadVerdict,
  type GrowthVerdict,
  type PublishedAuditHead,
} from '../trust/audit-head.ts'
import type { RetiredLogKey } from '../trust/logged-registration.ts'
import { API_KEY, define, ORGANIZATION, PLATFORM } from './define.ts'
import { folderOf } from './folder.ts'
import { apiKey, expectSuccess, platformUrl, requestPlatform } from './platform.ts'

/** Records per request: the most that the platform returns. */
const PAGE = 200

interface Result {
  readonly head: PublishedAuditHead
  /** Null if no key was given. */
  readonly verdict: AuditHeadVerdict | null
  /** Null if no earlier head was given. */
  readonly growth: GrowthVerdict | null
}

/** `audit head`: fetches and verifies the published head of the audit chain. */
export const audit = define({
  path: 'audit head',
  summary: "Verify the published head of your organization's audit log",
  about:
    'Fetches the head of the audit chain to which the platform has committed in its transparency log, and verifies that commitment with the key of the log and those of the witnesses that you trust. Take the keys from your own records; the platform shows its own at /log/key. Keep the output of --json: with --since, the command later reads the records between the two heads and verifies that the chain only grew. The exit code is 1 if anything is wrong.',
  flags: {
    platform: PLATFORM,
    'api-key': API_KEY,
    organization: {
      ...ORGANIZATION,
      description: 'Identifier of the organization whose audit log is read',
      fallback: 'the organization of the API key',
    },
    'log-key': {
      value: 'KEY',
      description: "Verifier key of the platform's log; write a retired key as KEY@DATE",
      repeatable: true,
      fallback: 'the commitment is not verified',
    },
    witness: {
      value: 'KEYS',
      description:
        'Verifier keys of witnesses, separated by commas, each of which must have cosigned',
      fallback: 'none',
    },
    since: {
      value: 'FILE',
      description: 'The output of an earlier call with --json',
      fallback: 'growth is not verified',
    },
  },
  examples: [
    'audit head --log-key agents.example.com/log+c1a9aa1c+AQ... --json',
    'audit head --log-key agents.example.com/log+c1a9aa1c+AQ... --since head.json',
  ],
  async execute(
    { dir, platform, 'api-key': given, organization, 'log-key': logKeys, witness, since },
    _,
    terminal,
  ): Promise<Result> {
    const stored = readStoredCredentials(join(folderOf(dir, terminal), FILES.credentials))
    const platform_url = platformUrl(platform, terminal, stored)
    const key = apiKey(given, terminal)
    const earlier = since === undefined ? undefined : readHead(since)
    const read = readerOf(platform_url, key, organization)
    const { published } = await read<{ published?: PublishedAuditHead }>('/audit-logs/head', {})
    if (!published)
      throw new CommandError(
        'The platform has not published a head of this chain yet; try again after its next publication.',
      )
    const witnesses = (witness ?? '').split(',').filter((text) => text !== '')
    const verdict = logKeys.length === 0 ? null : verdictOf(published, logKeys, witnesses)
    return {
      head: published,
      verdict,
      growth: earlier ? await growthOf(earlier, published, read) : null,
    }
  },
  show: ({ head, verdict, growth }) =>
    formatFields([
      ['Chain', head.chain],
      ['Record', `${head.sequence} ${head.hash}`],
      ['Published', parseHeadsEntry(head.entry)?.at ?? 'unknown'],
      ['Log', verdict ? VERDICTS[verdict.kind] : 'not verified: --log-key is missing'],
      ...(verdict?.kind === 'proved' && verdict.witnesses.length > 0
        ? [['Witnesses', verdict.witnesses.join(', ')] as const]
        : []),
      ...(growth ? [['Since', showGrowth(growth)] as const] : []),
    ]),
  isFailure: ({ verdict, growth }) =>
    (verdict !== null && verdict.kind !== 'proved' && verdict.kind !== 'pending') ||
    growth?.kind === 'broken',
})

const VERDICTS: Readonly<Record<AuditHeadVerdict['kind'], string>> = {
  not_covered: 'wrong: the published root does not cover this head',
  pending: 'the entry is not in the log yet; try again in a few seconds',
  proof_invalid: 'wrong: the log did not sign this, or does not contain it',
  too_few_witnesses: 'wrong: a witness has not cosigned it',
  proved: 'contains this head',
}

const showGrowth = (growth: GrowthVerdict): string =>
  growth.kind === 'grew'
    ? `the chain only grew, by ${growth.records} ${growth.records === 1 ? 'record' : 'records'}`
    : `the chain was truncated or changed: record ${growth.sequence}, ${growth.fault.replaceAll('_', ' ')}`

type Read = <Body>(path: string, query: Readonly<Record<string, string>>) => Promise<Body>

const readerOf =
  (platform_url: string, key: string, organization_id: string | undefined): Read =>
  async <Body>(path: string, query: Readonly<Record<string, string>>) => {
    const parameters = new URLSearchParams({
      ...query,
      ...(organization_id !== undefined && { organization_id }),
    })
    const response = await requestPlatform(platform_url, {
      method: 'GET',
      path: `${path}?${parameters.toString()}`,
      headers: { 'X-API-Key': key },
    })
    return expectSuccess(response, 'show the audit log') as Body
  }

function verdictOf(
  head: PublishedAuditHead,
  logKeys: readonly string[],
  witnesses: readonly string[],
): AuditHeadVerdict {
  try {
    const log = logKeys.map(readLogKey)
    return verifyAuditHead(head, { log, witnesses, quorum: witnesses.length })
  } catch (cause) {
    throw new UsageError((cause as Error).message)
  }
}

/** Reads a verifier key, which is followed by the date of its retirement if it has been retired. */
function readLogKey(text: string): string | RetiredLogKey {
  const [key = '', retired_at] = text.split('@')
  return retired_at === undefined ? key : { key, retired_at }
}

function readHead(path: string): PublishedAuditHead {
  try {
    const { head } = JSON.parse(readFileSync(path, 'utf8')) as { head?: PublishedAuditHead }
    if (typeof head?.hash === 'string' && Number.isSafeInteger(head.sequence)) return head
  } catch {
    // The message below covers a missing file and one that is not JSON.
  }
  throw new UsageError(`--since ${path} is not the output of \`audit head --json\`.`)
}

/** Reads the records between two heads and verifies them. */
async function growthOf(
  earlier: PublishedAuditHead,
  later: PublishedAuditHead,
  read: Read,
): Promise<GrowthVerdict> {
  if (earlier.chain !== later.chain)
    throw new UsageError(
      `The file given with --since is about ${earlier.chain}, not ${later.chain}.`,
    )
  const records: ShownAuditRecord[] = []
  let cursor: string | undefined
  do {
    const page: { items: readonly ShownAuditRecord[]; next_cursor?: string } = await read(
      '/audit-logs',
      { limit: String(PAGE), ...(cursor !== undefined && { cursor }) },
    )
    records.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined && (records.at(-1)?.sequence ?? 0) > earlier.sequence + 1)
  const between = records.filter(
    ({ sequence }) => sequence > earlier.sequence && sequence <= later.sequence,
  )
  return verifyAuditGrowth(earlier, later, between.toReversed())
}
