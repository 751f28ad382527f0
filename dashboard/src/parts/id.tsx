import { Copy } from './copy.tsx'

/** Long identifiers lose their middle; the whole one is in the tooltip and on the clipboard. */
const LONGEST = 22

/** An identifier that fits a cell. */
export const shortened = (value: string): string =>
  value.length <= LONGEST ? value : `${value.slice(0, 12)}…${value.slice(-6)}`

/** An identifier: monospaced, shortened in the middle, to be copied whole. */
export const Id = ({
  value,
  of = 'identifier',
  whole = false,
}: {
  value: string
  of?: string
  whole?: boolean
}) => (
  <span class="id">
    <code title={value}>{whole ? value : shortened(value)}</code>
    <Copy text={value} of={of} />
  </span>
)
