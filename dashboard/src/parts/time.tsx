import { dayOf, exactly, inUtc, relatively, useNow } from './moments.ts'

/** A moment in the viewer's zone; the tooltip says it in UTC. Missing ones say `never`. */
export function Time({
  at,
  as = 'relative',
  never = 'never',
}: {
  at: string | undefined | null
  as?: 'relative' | 'exact' | 'day'
  never?: string
}) {
  if (at === undefined || at === null) return <span class="muted">{never}</span>
  if (as === 'relative') return <Relative at={at} />
  return (
    <time dateTime={at} title={inUtc(at)}>
      {as === 'exact' ? exactly(at) : dayOf(at)}
    </time>
  )
}

const Relative = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${exactly(at)} · ${inUtc(at)}`}>
    {relatively(at, useNow())}
  </time>
)
