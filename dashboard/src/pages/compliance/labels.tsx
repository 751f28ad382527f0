import { Badge, type Tone } from '../../parts/badges/badge.tsx'

/** Titles of the known frameworks. */
export const FRAMEWORK_TITLES: Readonly<Record<string, string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO/IEC 27001',
  iso42001: 'ISO/IEC 42001',
  hipaa: 'HIPAA',
  gdpr: 'GDPR',
  eu_ai_act: 'EU AI Act',
  nist_ai_rmf: 'NIST AI RMF',
}

const STATUSES: Readonly<Record<string, { readonly title: string; readonly tone: Tone }>> = {
  satisfied: { title: 'satisfied', tone: 'good' },
  partially_satisfied: { title: 'partially satisfied', tone: 'warn' },
  not_satisfied: { title: 'not satisfied', tone: 'bad' },
  not_applicable: { title: 'not applicable', tone: 'idle' },
  insufficient_evidence: { title: 'insufficient evidence', tone: 'info' },
  unsupported: { title: 'not supported', tone: 'idle' },
}

/** Returns the title of a status. Statuses that this client does not know are shown by name. */
export const statusTitle = (status: string): string =>
  STATUSES[status]?.title ?? status.replaceAll('_', ' ')
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={STATUSES[status]?.tone ?? 'idle'}>{statusTitle(status)}</Badge>
)
