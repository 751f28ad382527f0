import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'

type Tone = 'good' | 'bad'
interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly text: string
}

let shown: readonly Toast[] = []
let count = 0
const watchers = new Set<(toasts: readonly Toast[]) => void>()
const LASTS_MS = { good: 6000, bad: 12_000 }

function change(toasts: readonly Toast[]): void {
  shown = toasts
  for (const watcher of watchers) watcher(shown)
}
const drop = (id: number) => change(shown.filter((toast) => toast.id !== id))

/** Says shortly what has happened, also to screen readers: `say('Policy saved.')`. */
export function say(text: string, tone: Tone = 'good'): void {
  const id = (count += 1)
  change([...shown.slice(-2), { id, tone, text }])
  setTimeout(() => drop(id), LASTS_MS[tone])
}

/** Where `say` is heard; there is one, around all pages. */
export function Toasts() {
  const [toasts, setToasts] = useState(shown)
  useEffect(() => {
    watchers.add(setToasts)
    return () => {
      watchers.delete(setToasts)
    }
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} class={`toast ${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => drop(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
