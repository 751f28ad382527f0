import { CopyButton } from './copy-button.tsx'

/** The length in characters above which identifiers are shortened in the middle. */
const MAX_LENGTH = 22

/** Shortens an identifier to fit a table cell. */
export const shorten = (value: string): string =>
  value.length <= MAX_LENGTH ? value : `${value.slice(0, 12)}…${value.slice(-6)}`

/** Shows a shortened identifier. The full one is in the tooltip and can be copied. */
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
