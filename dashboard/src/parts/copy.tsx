import { useState } from 'preact/hooks'
import { say } from '../shell/toasts.tsx'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1500

/** Puts a text on the clipboard. */
export function Copy({ text, of }: { text: string; of: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return say(
        'The browser does not let this page use the clipboard; select the text instead.',
        'bad',
      )
    }
    setDone(true)
    setTimeout(() => setDone(false), SHOWN_MS)
  }
  return (
    <button
      type="button"
      class="quiet copy"
      aria-label={done ? 'Copied' : `Copy ${of}`}
      title={done ? 'Copied' : `Copy ${of}`}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    >
      <Icon name={done ? 'check' : 'copy'} />
    </button>
  )
}
