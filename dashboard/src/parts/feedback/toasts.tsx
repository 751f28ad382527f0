import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../layout/icon.tsx'

type Tone = 'good' | 'bad'
interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly text: string
}

let visible: readonly Toast[] = []
let count = 0
const listeners = new Set<(toasts: readonly Toast[]) => void>()
const DURATION_MS = { good: 6000, bad: 12_000 }

function change(toasts: readonly Toast[]): void {
  visible = toasts
  for (const listener of listeners) listener(visible)
}
const dismiss = (id: number) => change(visible.filter((toast) => toast.id !== id))

/** Shows a short message, which screen readers announce: `toast('Policy saved.')`. */
export function toast(text: string, tone: Tone = 'good'): void {
  const id = (count += 1)
  change([...visible.slice(-2), { id, tone, text }])
  setTimeout(() => dismiss(id), DURATION_MS[tone])
}

/** Shows the messages of `toast`. The app renders it once. */
export function Toasts() {
  const [toasts, setToasts] = useState(visible)
  useEffect(() => {
    listeners.add(setToasts)
    return () => {
      listeners.delete(setToasts)
    }
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} class={`toast ${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
