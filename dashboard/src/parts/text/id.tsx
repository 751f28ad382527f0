import { CopyButton } from './copy-button.tsx'

/** Long identifiers lose their middle; the whole one is in the tooltip and on the clipboard. */
const MAX_LENGTH = 22

/** An identifier that fits a cell. */
export const shorten = (value: string): string =>
  value.length <= MAX_LENGTH ? value : `${value.slice(0, 12)}…${value.slice(-6)}`

/** An identifier: monospaced, shortened in the middle, to be copied whole. */
export const Id = ({
  value,
  label = 'identifier',
  full = false,
}: {
  value: string
  label?: string
  full?: boolean
}) => (
  <span class="id">
    <code title={value}>{full ? value : shorten(value)}</code>
    <CopyButton text={value} label={label} />
  </span>
)
