import { sha256Hex } from '../crypto/hash.ts'
import type { Claims } from '../signatures/claims.ts'
import type { EvidenceStatus } from './evidence.ts'
import { code, escapeText, table } from './markdown-text.ts'
import type {
  ComplianceReport,
  ReportedControl,
  ReportedEvidence,
  ReportedFramework,
  ReportSigner,
} from './report.ts'

const STATUS: Readonly<Record<EvidenceStatus | 'unsupported', string>> = {
  satisfied: '● satisfied',
  partially_satisfied: '◐ partially satisfied',
  not_satisfied: '○ not satisfied',
  not_applicable: '– not applicable',
  insufficient_evidence: '? insufficient evidence',
  unsupported: 'unsupported',
}
const COUNTED = [
  'satisfied',
  'partially_satisfied',
  'not_satisfied',
  'insufficient_evidence',
  'not_applicable',
] as const

/**
 * Formats a report as a document for an auditor, with its own signature. It omits some details of the JSON report, such as the ids and
 * complete hashes of records.
 * @returns Markdown with tables (GitHub flavoured), which ends with the SHA-256 of all preceding lines and the signature over it
 */
export function markdownOf(report: ComplianceReport, signer: ReportSigner): string {
  const parts = [
    heading(report),
    summary(report),
    findings(report),
    outstandingFindings(report),
    frameworks(report),
    details(report),
    verification(report, signer.issuer),
  ]
  const text = `${parts.flat().join('\n\n')}\n\n`
  const sha256 = sha256Hex(text)
  const claims = markdownClaims(report, signer.issuer, sha256)
  const { key_id, signature } = signer.sign('compliance-report', claims, report.generated_at)
  return `${text}---\n\nSHA-256 of all lines above the rule: ${code(sha256)}  \nSigned by the platform key ${code(key_id)}: ${code(signature)}\n`
}

/** Returns the claims that are signed for the document. */
export const markdownClaims = (
  { svc_id, workspace_id, generated_at }: ComplianceReport,
  issuer: string,
  markdown_sha256: string,
): Claims['compliance-report'] => ({ issuer, svc_id, workspace_id, generated_at, markdown_sha256 })

const formatDay = (timestamp: string): string => timestamp.slice(0, 10)
const formatTime = (timestamp: string): string =>
  `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`

/** Formats a value. Hashes and times of the platform are recognized by their form; any other value may be user-supplied text. */
function formatValue(value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return code(value)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
    ? formatTime(value)
    : escapeText(value)
}

function heading({
  agent,
  svc_id,
  workspace_name,
  workspace_id,
  organization_id,
  generated_at,
  window,
  platform_version,
  statement,
}: ComplianceReport): string[] {
  return [
    `# Compliance evidence for ${escapeText(agent.name)}`,
    table(
      ['Subject', ''],
      [
        ['Agent', `${escapeText(agent.name)}, version ${escapeText(agent.version)}`],
        ['Agent identifier', code(svc_id)],
        ['Workspace', `${escapeText(workspace_name)}, ${code(workspace_id)}`],
        ['Organization', code(organization_id)],
        ['Generated', formatTime(generated_at)],
        ['Window', `${formatDay(window.from)} to ${formatDay(window.to)}`],
        ['Registry version', code(platform_version)],
      ],
    ),
    `> ${statement}`,
  ]
}

function summary({ frameworks: reported }: ComplianceReport): string[] {
  const rows = reported.map(({ id, title, edition, status, controls }) => [
    title === undefined ? escapeText(id) : `**${title}** (${edition ?? ''})`,
    STATUS[status],
    ...COUNTED.map((counted) =>
      String(controls.filter((control) => control.status === counted).length),
    ),
  ])
  return [
    '## Summary',
    "A status states how far the registry's records support a control, not whether the organization meets it. The numbers are counts of controls. Controls that do not apply have no effect on the status of a framework; a mixture of the others is *partially satisfied*, or *not satisfied* if none of them is at least partially satisfied.",
    table(
      [
        'Framework',
        'Status',
        'Satisfied',
        'Partially',
        'Not',
        'Insufficient evidence',
        'Not applicable',
      ],
      rows,
    ),
  ]
}

function findings({ evidence }: ComplianceReport): string[] {
  if (evidence.length === 0) return []
  return [
    '## Findings',
    table(
      ['Evidence', 'Status', 'Why'],
      evidence.map(({ title, status, reason }) => [`**${title}**`, STATUS[status], reason]),
    ),
  ]
}

/** Lists each finding that applies and is not fully satisfied, and the controls that depend on it. */
function outstandingFindings({ evidence, frameworks: reported }: ComplianceReport): string[] {
  const unsatisfied = evidence.filter(
    ({ status }) => status !== 'satisfied' && status !== 'not_applicable',
  )
  if (unsatisfied.length === 0) return []
  const controlsOf = (id: string) =>
    reported
      .map(
        ({ title, controls }) =>
          [
            title,
            controls
              .filter((control) => control.evidence.some((entry) => entry.id === id))
              .map((control) => control.id),
          ] as const,
      )
      .filter(([, ids]) => ids.length > 0)
      .map(([title, ids]) => `**${title ?? ''}** ${ids.join(', ')}`)
  return [
    '## Outstanding findings',
    table(
      ['Evidence', 'Status', 'Controls that depend on it'],
      unsatisfied.map(({ id, title, status }) => [
        `**${title}**`,
        STATUS[status],
        controlsOf(id).join('; '),
      ]),
    ),
  ]
}

function frameworks({ frameworks: reported, evidence }: ComplianceReport): string[] {
  const titles = new Map(evidence.map(({ id, title }) => [id, title]))
  return reported.flatMap((entry) => framework(entry, titles))
}

function framework(
  { id, title, edition, applicable_from, controls }: ReportedFramework,
  titles: ReadonlyMap<string, string>,
): string[] {
  if (title === undefined)
    return [
      `## Unsupported: ${escapeText(id)}`,
      'The registry has no catalogue of controls with this name, so nothing was evaluated.',
    ]
  const note =
    applicable_from === undefined
      ? []
      : [`Applicable from ${applicable_from}; check the date for your case.`]
  const citation = ({ id: name, status, records }: ReportedControl['evidence'][number]) =>
    `${STATUS[status].slice(0, 1)} ${titles.get(name) ?? name}${records.length > 0 ? ` (${records.length === 1 ? 'record' : 'records'} ${records.join(', ')})` : ''}`
  const rows = controls.map((control) => [
    `**${control.id}**`,
    control.title,
    STATUS[control.status],
    control.evidence.map(citation).join('; '),
  ])
  return [
    `## ${title} (${edition ?? ''})`,
    ...note,
    table(['Control', 'Title', 'Status', 'Evidence'], rows),
  ]
}

function details({ evidence }: ComplianceReport): string[] {
  return evidence.length === 0 ? [] : ['## Evidence in detail', ...evidence.flatMap(detail)]
}

function detail({ title, status, reason, facts, records, truncated }: ReportedEvidence): string[] {
  return [
    `### ${title}`,
    `**${STATUS[status]}.** ${reason}`,
    table(
      ['Fact', 'Value'],
      facts.map(({ name, value }) => [name, formatValue(value)]),
    ),
    ...(records.length > 0
      ? [
          table(
            ['Record', 'Kind', 'When', 'Hash'],
            records.map(({ sequence, event_type, occurred_at, hash }) => [
              String(sequence),
              code(event_type),
              formatTime(occurred_at),
              code(`${hash.slice(0, 16)}...`),
            ]),
          ),
        ]
      : []),
    ...(truncated
      ? [
          'Only part of what the registry has on record for this evidence was read; the rest was not evaluated.',
        ]
      : []),
  ]
}

function verification(
  {
    organization_id,
    svc_id,
    workspace_id,
    chain,
    hash,
    signing_key_id,
    signature,
    generated_at,
  }: ComplianceReport,
  issuer: string,
): string[] {
  return [
    '## How to check this report',
    [
      `1. **Records.** Each record above is listed with its sequence number in the audit chain of ${code(organization_id)}. \`GET /audit-logs\` returns the full record. Its \`hash\` is the SHA-256 of its canonical JSON (RFC 8785) without \`hash\`, and the next record repeats the hash as \`prev_hash\`.`,
      `2. **Chain.** When this report was generated, the newest record was ${chain.sequence} with the hash ${code(chain.hash)}. If that record has a different hash today, or is missing within the retention period, the log was changed. \`svc-registry audit verify --org ${organization_id.replace(/[^\w.:~-]/g, '?')}\` verifies the whole chain.`,
      `3. **Data.** The same data as JSON, generated at the same time, has the SHA-256 ${code(hash)} over its canonical form without \`hash\`, \`signing_key_id\` and \`signature\`. The platform key ${code(signing_key_id)} signed it: ${code(signature)}. The signed text is \`svc-compliance-report-v1\`, a line feed and the canonical JSON of \`{generated_at, hash, issuer, svc_id, workspace_id}\`, here with \`issuer\` ${code(issuer)}.`,
      `4. **Text.** The last lines contain the SHA-256 of all lines above the rule, as \`sed '/^---$/,$d' report.md | sha256sum\` prints it, and a signature over \`svc-compliance-report-v1\`, a line feed and the canonical JSON of \`{generated_at, issuer, markdown_sha256, svc_id, workspace_id}\`, here with \`generated_at\` ${code(generated_at)}, \`issuer\` ${code(issuer)}, \`svc_id\` ${code(svc_id)} and \`workspace_id\` ${code(workspace_id)}.`,
      '5. **Keys.** The public keys of the platform are at `GET /trust/jwks`.',
    ].join('\n'),
  ]
}
