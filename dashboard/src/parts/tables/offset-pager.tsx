import { Button } from '../forms/button.tsx'
import { Icon } from '../layout/icon.tsx'
import { useQueryParameters } from '../../workspace/route-parameters.ts'

/** Returns the offset of a list, which is part of the address. */
export const useOffset = (): number =>
  Math.max(0, Number.parseInt(useQueryParameters().query['offset'] ?? '0', 10) || 0)

interface Props {
  readonly offset: number
  readonly size: number
  readonly shown: number
  readonly total: number
}

/** Shows the pages of a list whose responses have no cursor. */
export function OffsetPager({ offset, size, shown, total }: Props) {
  const { go } = useQueryParameters()
  if (total <= size && offset === 0) return <p class="pager muted">{total} in all</p>
  const at = (next: number) => go({ offset: next <= 0 ? undefined : String(next) })
  return (
    <nav class="pager" aria-label="Pages of this list">
      <span class="muted">
        {offset + 1} to {offset + shown} of {total}
      </span>
      <Button disabled={offset === 0} onClick={() => at(offset - size)}>
        <Icon name="left" /> Back
      </Button>
      <Button disabled={offset + size >= total} onClick={() => at(offset + size)}>
        Next <Icon name="right" />
      </Button>
    </nav>
  )
}
