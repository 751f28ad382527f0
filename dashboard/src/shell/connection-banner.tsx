import { useEffect, useState } from 'preact/hooks'
import { api, unwrap } from '../api/client.ts'
import { CHECK_TIMEOUT_MS, connection, SILENCE_MS, useConnection } from '../api/connection.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../parts/forms/button.tsx'
import { Icon } from '../parts/layout/icon.tsx'
import { formatExact, formatRelative } from '../parts/text/format.ts'

/** How often the connection is checked while no other request gets a response, in milliseconds. */
const CHECK_EVERY_MS = 5000

/**
 * Says that the registry is not responding, and since when. Nothing is removed from the page, because what it shows was true at that time.
 */
export function ConnectionBanner() {
  const { failing, responded_at } = useConnection()
  useConnectionChecks()
  useEffect(() => {
    if (!failing) return
    return () => void queryClient.invalidateQueries()
  }, [failing])
  if (!failing) return null
  const at = new Date(responded_at).toISOString()
  return (
    <div class="notice bad connection" role="alert">
      <p>
        <strong>
          <Icon name="warning" />{' '}
          {navigator.onLine ? 'The registry is not responding.' : 'This device is offline.'}
        </strong>{' '}
        What you see is as of <time dateTime={at}>{formatExact(at)}</time> (<Since at={at} />
        ). It will be updated as soon as the registry responds.
      </p>
      <Button onClick={() => void check()}>Check now</Button>
    </div>
  )
}

/** Shows how long ago something was by the clock of this device, because `useServerNow` stops while the registry does not respond. */
function Since({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{formatRelative(at, now)}</>
}

/** Asks the registry who is signed in. Any response, except one that says that the registry is unavailable, shows that it is reachable. */
async function check(): Promise<void> {
  const controller = new AbortController()
  const late = new DOMException('The registry did not respond in time.', 'TimeoutError')
  const timer = setTimeout(() => controller.abort(late), CHECK_TIMEOUT_MS)
  const { signal } = controller
  await unwrap(api.GET('/admin/auth/session', { signal })).catch(() => undefined)
  clearTimeout(timer)
}

/** Checks the connection while the page is visible and no response has arrived for a while. */
function useConnectionChecks(): void {
  useEffect(() => {
    let isChecking = false
    const timer = setInterval(() => {
      const { failing, responded_at } = connection()
      const isSilent = failing || Date.now() - responded_at > SILENCE_MS
      if (!isSilent || isChecking || document.hidden) return
      isChecking = true
      void check().then(() => {
        isChecking = false
      })
    }, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
}
