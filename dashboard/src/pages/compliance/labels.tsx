import { Badge, type Tone } from '../../parts/badges/badge.tsx'

/** Frameworks that the registry knows, and how they are called. */
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
  partially_satisfied: { title: 'partially', tone: 'warn' },
  not_satisfied: { title: 'not satisfied', tone: 'bad' },
  not_applicable: { title: 'not applicable', tone: 'idle' },
  insufficient_evidence: { title: 'too little evidence', tone: 'info' },
  unsupported: { title: 'not known here', tone: 'idle' },
}

/** A status in words; one that is newer than this client by its own name. */
export const statusTitle = (status: string): string =>
  STATUSES[status]?.title ?? status.replaceAll('_', ' ')
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={STATUSES[status]?.tone ?? 'idle'}>{statusTitle(status)}</Badge>
)
