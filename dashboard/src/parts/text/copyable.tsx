import { useState } from 'preact/hooks'
import { toast } from '../feedback/toasts.tsx'
import { Icon } from '../layout/icon.tsx'

const FEEDBACK_MS = 1500

/** Copies text to the clipboard, or calls `onRefused` if the browser does not allow this. */
function CopyButton({
  text,
  label,
  onRefused,
}: {
  text: string
  label: string
  onRefused?: () => void
}) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      onRefused?.()
      return toast(
        'The browser does not allow access to the clipboard. Select the text and copy it instead.',
        'bad',
      )
    }
    setCopied(true)
    setTimeout(() => setCopied(false), FEEDBACK_MS)
  }
  return (
    <button
      type="button"
      class="quiet copy"
      aria-label={copied ? 'Copied' : `Copy ${label}`}
      title={copied ? 'Copied' : `Copy ${label}`}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}

/** Shows text with a button that copies it. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div class="code">
    <pre tabIndex={0} aria-label={label}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={label} />
  </div>
)

/** The length in characters above which identifiers are shortened in the middle. */
const MAX_ID_LENGTH = 22

/** Shortens an identifier to fit a table cell. */
export const shorten = (value: string): string =>
  value.length <= MAX_ID_LENGTH ? value : `${value.slice(0, 12)}…${value.slice(-6)}`

/**
 * Shows a shortened identifier. The full one is in the tooltip and can be copied; if the browser does not allow this, it is shown, so that
 * the user can select it.
 */
export function Id({
  value,
  label = 'identifier',
  full = false,
}: {
  value: string
  label?: string
  full?: boolean
}) {
  const [refused, setRefused] = useState(false)
  return (
    <span class="id">
      <code title={value}>{full || refused ? value : shorten(value)}</code>
      <CopyButton text={value} label={label} onRefused={() => setRefused(true)} />
    </span>
  )
}

/** Shows an actor or a target of an audit record: people by e-mail address, others by type and identifier. */
export function EntityName({ type, id }: { type: string; id?: string }) {
  if (id?.includes('@')) return <>{id}</>
  return (
    <span class="entity">
      {type.replaceAll('_', ' ')}
      {id !== undefined && (
        <>
          {' '}
          <code title={id} class="muted small">
            {shorten(id)}
          </code>
        </>
      )}
    </span>
  )
}

/** Downloads text as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
