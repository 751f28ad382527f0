/**
 * Hashes and signs the examples of `openapi.yaml` again: `node scripts/example-signatures.ts`, after the signed text or an example with a
 * hash or a signature has changed. The keys have the seeds 01 01 ... (agent), 02 02 ... (platform) and 03 03 ... (log).
 * Tests verify all of these hashes and signatures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { recordHash, type ShownAuditRecord } from '../src/domain/audit/record.ts'
import { keyPairOfSeed } from '../src/domain/crypto/ed25519.ts'
import { canonicalize, sha256Hex } from '../src/domain/crypto/hash.ts'
import {
  hashOfReport,
  reportClaims,
  type ComplianceReport,
} from '../src/domain/compliance/report.ts'
import type { JsonObject } from '../src/domain/json.ts'
import { policyClaims, type Policy } from '../src/domain/policies/policy.ts'
import { signClaims, writeStatement } from '../src/domain/signatures/signature.ts'
import type { LoggedAgent } from '../src/domain/transparency/entries.ts'
import { parseHeadsEntry, type PublishedHead } from '../src/domain/transparency/heads.ts'
import { VOUCH_HEADER, vouchClaims } from '../src/domain/trust/headers.ts'
import { iso, ms } from '../src/domain/time.ts'
import { exampleLog } from './example-log.ts'

const path = join(import.meta.dirname, '../openapi.yaml')
const ISSUER = 'https://agents.example.com'
const [agent, platform] = [1, 2].map(
  (byte) => keyPairOfSeed(Buffer.alloc(32, byte)).privateKey,
) as [
  ReturnType<typeof keyPairOfSeed>['privateKey'],
  ReturnType<typeof keyPairOfSeed>['privateKey'],
]
let text = readFileSync(path, 'utf8')
const { examples } = (
  parse(text) as { components: { examples: Record<string, { value: unknown }> } }
).components
const example = <T>(name: string): T => examples[name]!.value as T

/** Replaces a value within one example. */
function replace(name: string, before: string, after: string): void {
  const start = text.indexOf(`\n    ${name}:\n      summary:`)
  const length = text.slice(start + 1).search(/\n {1,4}\S/)
  const at = text.indexOf(before, start)
  if (start < 0 || at < 0 || at > start + length) throw new Error(`${name} does not show ${before}`)
  text = text.slice(0, at) + after + text.slice(at + before.length)
}

for (const name of ['DefaultPolicy', 'PolicyIsTightened', 'FirstPolicy']) {
  const policy = example<Policy>(name)
  replace(name, policy.signature, signClaims(platform, 'policy', policyClaims(policy)))
}
const call = example<{ svc_id: string; context: object; signature: string }>('InvoiceReaderCalls')
replace(
  'InvoiceReaderCalls',
  call.signature,
  signClaims(agent, 'trust', { svc_id: call.svc_id, context: call.context }),
)

const report = example<ComplianceReport>('InvoiceReaderIsReported')
const hash = hashOfReport(report)
replace(
  'InvoiceReaderIsReported',
  report.signature,
  signClaims(platform, 'compliance-report', reportClaims({ ...report, hash }, ISSUER)),
)
replace(
  'InvoiceReaderIsReported',
  `hash: ${report.hash}\n        signing_key_id`,
  `hash: ${hash}\n        signing_key_id`,
)

const vouched = example<{
  headers: Record<string, string>
  issued_to: { organization_id: string }
  expires_at: string
}>('HeadersOfInvoiceReader')
const asked = example<{ svc_id: string; request_body_hash: string }>(
  'CreateHeadersForInvoiceReader',
)
const claims = vouchClaims(
  { issuer: ISSUER, issued_to: vouched.issued_to, ...asked },
  iso(ms(vouched.expires_at) - 300_000),
)
replace(
  'HeadersOfInvoiceReader',
  vouched.headers[VOUCH_HEADER]!,
  writeStatement<'vouch'>({ claims, signature: signClaims(platform, 'vouch', claims) }),
)

for (const name of ['WorkspaceCreationOnRecord', 'WorkspaceCreationIsFound']) {
  const [record] = example<{ items: readonly [ShownAuditRecord] }>(name).items
  replace(name, `hash: ${record.hash}`, `hash: ${recordHash(record)}`)
}
const { sbom } = example<{ sbom: { digest: string } }>('ReportOnInvoiceReader')
replace(
  'ReportOnInvoiceReader',
  sbom.digest,
  `sha256:${sha256Hex(canonicalize(example<JsonObject>('PartsOfInvoiceReader')))}`,
)

interface Registration extends Omit<LoggedAgent, 'proved'> {
  readonly registered_at: string
  readonly ownership: string
}
const agents = ['ReceiptReaderIsClaimed', 'InvoiceReader'].map((name) => {
  const { svc_id, version, public_key, manifest_hash, ...rest } = example<Registration>(name)
  const proved = rest.ownership === 'proved'
  return {
    ...{ svc_id, name: rest.name, version, public_key, manifest_hash, proved },
    at: rest.registered_at,
  }
})
const { published } = example<{ published: Published }>('HeadIsPublished')
interface Published extends PublishedHead, Proved {
  readonly path: readonly string[]
}
interface Proved {
  readonly entry: string
  readonly proof: string
}
const { chain, sequence } = published
const { at } = parseHeadsEntry(published.entry)!
const shown = await exampleLog(agents, { chain, sequence, hash: published.hash, at })
const { log: registration } = example<{ log: Proved }>('ProfileOfInvoiceReader')

/** Returns lines as they are indented in a block of text. */
const block = (lines: string): string => lines.trimEnd().replace(/^(?=.)/gm, ' '.repeat(12))
for (const [name, before, after] of [
  ['ProfileOfInvoiceReader', registration, shown.agent],
  ['HeadIsPublished', published, shown.head],
] as const) {
  replace(name, before.entry, after.entry)
  replace(name, block(before.proof), block(after.proof))
}
for (const [index, hash] of published.path.entries())
  replace('HeadIsPublished', hash, shown.head.path[index]!)

writeFileSync(path, text)
