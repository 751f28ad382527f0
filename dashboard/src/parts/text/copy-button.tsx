import { useState } from 'preact/hooks'
import { toast } from '../feedback/toasts.tsx'
import { Icon } from '../layout/icon.tsx'

const FEEDBACK_MS = 1500

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
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
