import { Badge } from '../badges/badge.tsx'
import { useHashCheck } from './digest.ts'
import { Id } from './id.tsx'

const RESULTS = {
  fits: <Badge tone="good">recomputed, fits</Badge>,
  differs: <Badge tone="bad">recomputed, differs</Badge>,
  unknown: <span class="muted small">recomputing needs https</span>,
}

/** The hash that a record carries over its other members, recomputed in this browser. */
export function Hash<Hashed extends { readonly hash: string }>({
  record,
  excluded = ['hash'],
}: {
  record: Hashed
  excluded?: readonly string[]
}) {
  const verdict = useHashCheck(record, excluded, record.hash)
  return (
    <span class="row">
      <Id value={record.hash} label="hash" />
      {verdict && RESULTS[verdict]}
    </span>
  )
}
