import type { AuditRecord, InChain } from '../../api/audit.ts'
import { Badge } from '../../parts/badge.tsx'
import { Hash } from '../../parts/hash.tsx'

interface Props {
  readonly record: AuditRecord
  readonly around: InChain
  readonly hrefOf: (sequence: number) => string
}

/** The record between those that it is chained to. The hash is recomputed in this browser. */
export function Neighbours({ record, around: { before, after }, hrefOf }: Props) {
  return (
    <section class="stack">
      <h3>In the chain</h3>
      <ol class="links">
        <li>
          {after ? (
            <Beside record={after} fits={after.prev_hash === record.hash} hrefOf={hrefOf} />
          ) : (
            <span class="muted">No newer record.</span>
          )}
        </li>
        <li class="here">
          <strong>{record.sequence}</strong> <Hash of={record} />
        </li>
        <li>
          {before ? (
            <Beside record={before} fits={record.prev_hash === before.hash} hrefOf={hrefOf} />
          ) : (
            <span class="muted">
              {record.sequence === 1
                ? 'The first record of the chain.'
                : 'The retention removed the record before.'}
            </span>
          )}
        </li>
      </ol>
    </section>
  )
}

const Beside = ({
  record: { sequence, event_type },
  fits,
  hrefOf,
}: {
  record: AuditRecord
  fits: boolean
  hrefOf: Props['hrefOf']
}) => (
  <>
    <a href={hrefOf(sequence)}>{sequence}</a> <code>{event_type}</code>{' '}
    <Badge tone={fits ? 'good' : 'bad'}>{fits ? 'linked' : 'does not fit'}</Badge>
  </>
)
