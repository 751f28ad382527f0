import type { AuditRecord } from '../audit/record.ts'
import { sha256Hex, canonicalize } from '../crypto/hash.ts'
import { compareText } from '../order.ts'
import type { Claims } from '../signatures/claims.ts'
import type { Signer } from '../trust/signing-keys.ts'
import { DAY_MS, plus, type Timestamp } from '../time.ts'
import { evaluate, EVALUATORS, idOf, type NamedFinding } from './evaluators/evaluators.ts'
import { combineStatuses, type EvidenceStatus } from './evidence.ts'
import type { ComplianceFacts } from './facts.ts'
import type { Control } from './catalogues.ts'
import { resolveFrameworks, type RequestedFramework } from './frameworks.ts'

/** Sets how far back records count as evidence. */
export const REPORT_WINDOW_MS = 365 * DAY_MS

/** The disclaimer of every report. */
const STATEMENT =
  'This report supports an audit with evidence; it is not a certification and not legal advice. It evaluates only what this registry has on record about one agent in one workspace. ' +
  "Which controls a record supports is the registry's own interpretation, and the titles of controls are its own wording: check the numbers and titles against your copy of each framework. " +
  "A control has more to it than a registry can see; satisfied means that the registry's records support it."

/** A record that serves as evidence, with the fields that are needed to find and verify it. */
type RecordReference = Readonly<
  Pick<AuditRecord, 'id' | 'sequence' | 'event_type' | 'occurred_at' | 'hash'>
>

export interface ReportedEvidence extends Omit<NamedFinding, 'kind' | 'records'> {
  readonly records: readonly RecordReference[]
}

export interface ReportedControl {
  readonly id: string
  readonly title: string
  readonly status: EvidenceStatus
  readonly evidence: readonly {
    readonly id: string
    readonly status: EvidenceStatus
    readonly reason: string
    readonly records: readonly number[]
  }[]
}

export interface ReportedFramework {
  readonly id: string
  readonly title?: string
  readonly edition?: string
  readonly applicable_from?: string
  readonly status: EvidenceStatus | 'unsupported'
  readonly controls: readonly ReportedControl[]
}

/** The hashed content of a report: everything except the hash and the signature. */
export interface ReportContent {
  readonly svc_id: string
  readonly workspace_id: string
  readonly organization_id: string
  readonly agent: { readonly name: string; readonly version: string }
  readonly workspace_name: string
  readonly generated_at: Timestamp
  readonly window: { readonly from: Timestamp; readonly to: Timestamp }
  readonly platform_version: string
  readonly statement: string
  readonly frameworks: readonly ReportedFramework[]
  readonly evidence: readonly ReportedEvidence[]
  readonly chain: { readonly sequence: number; readonly hash: string }
}

export interface ComplianceReport extends ReportContent {
  /** Hex SHA-256 over the JCS form of the content. */
  readonly hash: string
  readonly signing_key_id: string
  readonly signature: string
}

export interface ReportQuery {
  readonly frameworks: readonly string[]
  readonly now: Timestamp
  readonly platform_version: string
}

/** Evaluates facts against frameworks. The same facts, time and version produce byte-for-byte the same report. */
export function contentOf(
  facts: ComplianceFacts,
  { frameworks, now, platform_version }: ReportQuery,
): ReportContent {
  const requested = resolveFrameworks(frameworks)
  const needs = requested.flatMap((entry) =>
    entry.kind === 'known' ? entry.framework.controls.flatMap(({ evidence }) => evidence) : [],
  )
  const findings = new Map(
    [...new Map(needs.map((need) => [idOf(need), need]))].map(([id, need]) => [
      id,
      evaluate(need, facts, now),
    ]),
  )
  const { agent, workspace, organization, chain } = facts
  return {
    svc_id: agent.svc_id,
    workspace_id: workspace.workspace_id,
    organization_id: organization.organization_id,
    agent: { name: agent.name.toWellFormed(), version: agent.version.toWellFormed() },
    workspace_name: workspace.name.toWellFormed(),
    generated_at: now,
    window: { from: plus(now, -REPORT_WINDOW_MS), to: now },
    platform_version,
    statement: STATEMENT,
    frameworks: requested.map((entry) => evaluateFramework(entry, findings)),
    evidence: [...findings.values()]
      .toSorted(
        (a, b) =>
          EVIDENCE_ORDER.indexOf(a.kind) - EVIDENCE_ORDER.indexOf(b.kind) ||
          compareText(a.id, b.id),
      )
      .map(presentEvidence),
    chain: { sequence: chain.head?.sequence ?? 0, hash: chain.head?.hash ?? '0'.repeat(64) },
  }
}

function evaluateFramework(
  requested: RequestedFramework,
  findings: ReadonlyMap<string, NamedFinding>,
): ReportedFramework {
  if (requested.kind === 'unsupported')
    return { id: requested.id.toWellFormed(), status: 'unsupported', controls: [] }
  const { id, title, edition, applicable_from, controls: catalogue } = requested.framework
  const controls = catalogue.map((control) => evaluateControl(control, findings))
  return {
    id,
    title,
    edition,
    ...(applicable_from !== undefined && { applicable_from }),
    status: combineStatuses(controls.map(({ status }) => status)),
    controls,
  }
}

function evaluateControl(
  { id, title, evidence: needs }: Control,
  findings: ReadonlyMap<string, NamedFinding>,
): ReportedControl {
  const evidence = needs.map((need) => findings.get(idOf(need))!)
  return {
    id,
    title,
    status: combineStatuses(evidence.map(({ status }) => status)),
    evidence: evidence.map((entry) => ({
      id: entry.id,
      status: entry.status,
      reason: entry.reason,
      records: entry.records.map(({ sequence }) => sequence),
    })),
  }
}

const EVIDENCE_ORDER = Object.keys(EVALUATORS)

const presentEvidence = ({ kind: _, records, ...finding }: NamedFinding): ReportedEvidence => ({
  ...finding,
  records: records.map(({ id, sequence, event_type, occurred_at, hash }) => ({
    id,
    sequence,
    event_type,
    occurred_at,
    hash,
  })),
})

/** Signs reports for the platform. */
export type ReportSigner = Pick<Signer, 'issuer' | 'sign'>

/** Returns the report with its hash and the platform's signature. The hash covers the time of the report. */
export function signReport(content: ReportContent, signer: ReportSigner): ComplianceReport {
  const hash = sha256Hex(canonicalize(content))
  const claims = reportClaims({ ...content, hash }, signer.issuer)
  const { key_id, signature } = signer.sign('compliance-report', claims, content.generated_at)
  return { ...content, hash, signing_key_id: key_id, signature }
}

type ReportIdentity = Pick<ComplianceReport, 'svc_id' | 'workspace_id' | 'generated_at' | 'hash'>

/** Returns the claims that are signed for a report. */
export const reportClaims = (
  { svc_id, workspace_id, generated_at, hash }: ReportIdentity,
  issuer: string,
): Claims['compliance-report'] => ({ issuer, svc_id, workspace_id, generated_at, hash })

/** Recomputes the hash of a report. */
export function hashOfReport({
  hash: _,
  signing_key_id: _key,
  signature: _signature,
  ...content
}: ComplianceReport): string {
  return sha256Hex(canonicalize(content))
}
