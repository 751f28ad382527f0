import type { AuditRecord, RecordInChain } from '../../api/audit.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { Hash } from '../../parts/text/hash.tsx'

interface Props {
  readonly record: AuditRecord
  readonly chain: RecordInChain
  readonly hrefOf: (sequence: number) => string
}

/** Shows a record between its neighbours in the chain. Its hash is recomputed in this browser. */
export function AdjacentRecords({ record, chain: { before, after }, hrefOf }: Props) {
  return (
    <section class="stack">
      <h3>In the chain</h3>
      <ol class="links">
        <li>
          {after ? (
            <AdjacentRecord
              record={after}
              linked={after.prev_hash === record.hash}
              hrefOf={hrefOf}
            />
          ) : (
            <span class="muted">No newer record.</span>
          )}
        </li>
        <li class="here">
          <strong>{record.sequence}</strong> <Hash record={record} />
        </li>
        <li>
          {before ? (
            <AdjacentRecord
              record={before}
              linked={record.prev_hash === before.hash}
              hrefOf={hrefOf}
            />
          ) : (
            <span class="muted">
              {record.sequence === 1
                ? 'The first record of the chain.'
                : 'The previous record was removed by the retention policy.'}
            </span>
          )}
        </li>
      </ol>
    </section>
  )
}

const AdjacentRecord = ({
  record: { sequence, event_type },
  linked,
  hrefOf,
}: {
  record: AuditRecord
  linked: boolean
  hrefOf: Props['hrefOf']
}) => (
  <>
    <a href={hrefOf(sequence)}>{sequence}</a> <code>{event_type}</code>{' '}
    <Badge tone={linked ? 'good' : 'bad'}>{linked ? 'linked' : 'not linked'}</Badge>
  </>
)
