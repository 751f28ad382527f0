import type { Destination, ExportBody } from '../../api/audit-exports.ts'

export const DESTINATIONS = [
  { value: 'logs', title: 'Log aggregation', meaning: 'Each record becomes a log line.' },
  {
    value: 'collector',
    title: 'Event collector',
    meaning: 'Each record becomes an event of the time at which it happened.',
  },
  {
    value: 'alerts',
    title: 'Incident alerts',
    meaning: 'Each record becomes an alert, so name a kind.',
  },
] as const

interface Field {
  readonly name: string
  readonly label: string
  readonly hint: string
}

export const CREDENTIAL_FIELDS: Readonly<
  Record<Destination, { readonly name: string; readonly label: string }>
> = {
  logs: { name: 'api_key', label: 'API key of the log intake' },
  collector: { name: 'hec_token', label: 'Token of the collector' },
  alerts: { name: 'routing_key', label: 'Routing key' },
}

export const EXTRA_FIELDS: Readonly<Record<Destination, readonly Field[]>> = {
  logs: [
    { name: 'service', label: 'Service', hint: 'Else svc-registry.' },
    { name: 'source', label: 'Source', hint: 'Else svc-registry.' },
  ],
  collector: [
    { name: 'source', label: 'Source', hint: 'Else svc-registry.' },
    { name: 'sourcetype', label: 'Source type', hint: 'Else _json.' },
    { name: 'host', label: 'Host', hint: 'Else the host of this registry.' },
    { name: 'index', label: 'Index', hint: 'Else the token decides.' },
  ],
  alerts: [
    {
      name: 'event_action',
      label: 'Action',
      hint: 'trigger, acknowledge or resolve; else trigger.',
    },
    {
      name: 'severity',
      label: 'Severity',
      hint: 'critical, error, warning or info; else warning.',
    },
    { name: 'source', label: 'Source', hint: 'Else the host of this registry.' },
    { name: 'component', label: 'Component', hint: 'What is affected.' },
    { name: 'group', label: 'Group', hint: 'What belongs together.' },
    { name: 'class', label: 'Class', hint: 'Else the kind of the record.' },
    {
      name: 'dedup_key_prefix',
      label: 'Deduplication prefix',
      hint: 'What deduplication keys begin with.',
    },
  ],
}

/** What a filled form asks for; what is left empty is left out. */
export function exportRequestOf(destination: Destination, values: FormData): ExportBody {
  const valueOf = (name: string) => String(values.get(name) ?? '').trim()
  const tags = valueOf('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const names = [
    'intake_url',
    'event_type',
    CREDENTIAL_FIELDS[destination].name,
    ...EXTRA_FIELDS[destination].map(({ name }) => name),
  ]
  const texts = Object.fromEntries(
    names.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== ''),
  )
  return {
    ...texts,
    ...(valueOf('limit') !== '' && { limit: Number(valueOf('limit')) }),
    ...(tags.length > 0 && { tags }),
  }
}
