import type { Destination, ExportBody } from '../../api/audit-exports.ts'
import { textOf } from '../../parts/forms/form.tsx'

export const DESTINATIONS = [
  { value: 'logs', title: 'Log aggregation', description: 'Each record becomes a log line.' },
  {
    value: 'collector',
    title: 'Event collector',
    description: 'Each record becomes an event with its original time.',
  },
  {
    value: 'alerts',
    title: 'Incident alerts',
    description: 'Each record becomes an alert, so limit the export to an event type.',
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
  logs: { name: 'api_key', label: 'Log intake API key' },
  collector: { name: 'hec_token', label: 'Collector token' },
  alerts: { name: 'routing_key', label: 'Routing key' },
}

export const EXTRA_FIELDS: Readonly<Record<Destination, readonly Field[]>> = {
  logs: [
    { name: 'service', label: 'Service', hint: 'Default: svc-registry.' },
    { name: 'source', label: 'Source', hint: 'Default: svc-registry.' },
  ],
  collector: [
    { name: 'source', label: 'Source', hint: 'Default: svc-registry.' },
    { name: 'sourcetype', label: 'Source type', hint: 'Default: _json.' },
    { name: 'host', label: 'Host', hint: 'Default: the host of this registry.' },
    { name: 'index', label: 'Index', hint: 'Default: the index of the token.' },
  ],
  alerts: [
    {
      name: 'event_action',
      label: 'Action',
      hint: 'trigger (default), acknowledge or resolve.',
    },
    {
      name: 'severity',
      label: 'Severity',
      hint: 'critical, error, warning (default) or info.',
    },
    { name: 'source', label: 'Source', hint: 'Default: the host of this registry.' },
    { name: 'component', label: 'Component', hint: 'The affected component.' },
    { name: 'group', label: 'Group', hint: 'A logical group of components.' },
    { name: 'class', label: 'Class', hint: 'Default: the event type of the record.' },
    {
      name: 'dedup_key_prefix',
      label: 'Deduplication prefix',
      hint: 'Added to the start of each deduplication key.',
    },
  ],
}

/** Returns the request body of a submitted form. Empty fields are omitted. */
export function exportRequestOf(destination: Destination, values: FormData): ExportBody {
  const limit = textOf(values, 'limit')
  const tags = textOf(values, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const names = [
    'intake_url',
    'event_type',
    CREDENTIAL_FIELDS[destination].name,
    ...EXTRA_FIELDS[destination].map(({ name }) => name),
  ]
  const filled = Object.fromEntries(
    names.map((name) => [name, textOf(values, name)]).filter(([, value]) => value !== ''),
  )
  return {
    ...filled,
    ...(limit !== '' && { limit: Number(limit) }),
    ...(tags.length > 0 && { tags }),
  }
}

/** A field without which an export would fail, and what to enter. */
export interface MissingField {
  readonly name: string
  readonly message: string
}

/**
 * Returns the field without which an export could not be delivered. The operator's credential is never sent to an address from a request.
 * `configured` lists the destinations that the operator has configured; while it is unknown, the registry decides.
 */
export function missingField(
  destination: Destination,
  values: FormData,
  configured: readonly string[] | undefined,
): MissingField | undefined {
  const isEmpty = (field: string) => textOf(values, field) === ''
  const { name, label } = CREDENTIAL_FIELDS[destination]
  if (!isEmpty('intake_url'))
    return isEmpty(name)
      ? { name, message: `${label} is required with an intake URL of your own.` }
      : undefined
  if (!isEmpty(name) || configured === undefined || configured.includes(destination))
    return undefined
  const title = DESTINATIONS.find(({ value }) => value === destination)!.title.toLowerCase()
  return {
    name: 'intake_url',
    message: `The operator has not configured both an intake URL and a credential for ${title}; enter an intake URL and a ${label.charAt(0).toLowerCase()}${label.slice(1)}.`,
  }
}
