import { Badge } from '../badges/badge.tsx'
import { useHashCheck } from './digest.ts'
import { Id } from './id.tsx'

const RESULTS = {
  matches: <Badge tone="good">recomputed, matches</Badge>,
  differs: <Badge tone="bad">recomputed, differs</Badge>,
  unknown: <span class="muted small">cannot be recomputed without https</span>,
}

/** Shows the hash of a record and compares it with one that is computed in this browser from the other members. */
export function Hash<Hashed extends { readonly hash: string }>({
  record,
  excluded = ['hash'],
}: {
  record: Hashed
  excluded?: readonly string[]
}) {
  const check = useHashCheck(record, excluded, record.hash)
  return (
    <span class="row">
      <Id value={record.hash} label="hash" />
      {check && RESULTS[check]}
    </span>
  )
}
