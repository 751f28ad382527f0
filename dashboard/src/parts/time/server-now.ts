import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../api/clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the time of the registry in milliseconds and updates it every second. All components share one timer. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    listeners.add(tick)
    timer ??= setInterval(() => {
      for (const listener of listeners) listener()
    }, 1000)
    return () => {
      listeners.delete(tick)
      if (listeners.size === 0) timer = void clearInterval(timer)
    }
  }, [])
  return now
}
