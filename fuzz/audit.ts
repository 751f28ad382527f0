import { verifyChain, type ChainReport } from '../src/domain/audit/chain.ts'
import type { ShownAuditRecord } from '../src/domain/audit/record.ts'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'
import { atMost } from '../test/kit/bounds.ts'

interface Page {
  readonly items: readonly ShownAuditRecord[]
  readonly next_cursor?: string
}
export interface ChainVerdict extends ChainReport {
  readonly organization_id: string
}

const WITHOUT_AUDIT_LOG = 'free'

/** Reads the audit log of every organization whose plan includes it, and verifies each chain as `svc-registry audit verify` does. */
export async function verifyAuditChains({
  base_url,
  organizations,
}: SandboxInfo): Promise<readonly ChainVerdict[]> {
  const readers = organizations.filter(({ plan }) => plan !== WITHOUT_AUDIT_LOG)
  return Promise.all(
    readers.map(async ({ organization_id, api_key }) => {
      const check = verifyChain()
      for (const record of (await recordsOf(base_url, api_key)).reverse()) check.feed(record)
      return { organization_id, ...check.report() }
    }),
  )
}

/** Returns all records of the key's organization, newest first. */
async function recordsOf(base_url: string, api_key: string): Promise<ShownAuditRecord[]> {
  const records: ShownAuditRecord[] = []
  let cursor: string | undefined
  for (const _ of atMost(10_000, 'the audit log does not end')) {
    const query = new URLSearchParams({ limit: '200', ...(cursor !== undefined && { cursor }) })
    const response = await fetch(`${base_url}/audit-logs?${query}`, {
      headers: { 'X-API-Key': api_key },
    })
    if (!response.ok)
      throw new Error(`The audit log cannot be read: ${response.status} ${await response.text()}`)
    const { items, next_cursor }: Page = (await response.json()) as Page
    records.push(...items)
    if (next_cursor === undefined) break
    cursor = next_cursor
  }
  return records
}
