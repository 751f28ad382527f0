import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { useSession, type Challenge } from '../../api/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { ROOT } from '../../to.ts'
import { AskForPin } from './ask-for-pin.tsx'
import { TypePin } from './type-pin.tsx'
import './sign-in.css'

/** Only a path of this registry: nobody is sent elsewhere by a link. Browsers leave tabs and line breaks out of addresses. */
const safe = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? ROOT + next : `${ROOT}/`

export interface Asked {
  readonly email: string
  readonly challenge: Challenge
}

/** A sign-in that an operator of the registry has opened: `svc-registry session create` prints this address. */
function openedByOperator(): Asked | undefined {
  const { email, challenge_id, expires_at } = Object.fromEntries(
    new URLSearchParams(location.hash.slice(1)),
  )
  if (!email || !challenge_id || !expires_at || Number.isNaN(Date.parse(expires_at)))
    return undefined
  return { email, challenge: { challenge_id, expires_at, delivery: 'email' } }
}

export default function SignIn() {
  const { data: session } = useSession()
  const { query, route } = useLocation()
  const [asked, setAsked] = useState(openedByOperator)
  useEffect(() => {
    document.title = 'Sign in – Agent Registry'
  }, [])
  useEffect(() => {
    if (session) route(safe(query['next']), true)
  }, [session])
  return (
    <main class="lonely">
      <div class="sign-in">
        <p class="brand">
          <Icon name="brand" /> <span>Agent Registry</span>
        </p>
        {asked ? (
          <TypePin asked={asked} onAsked={setAsked} onBack={() => setAsked(undefined)} />
        ) : (
          <AskForPin onAsked={setAsked} />
        )}
      </div>
    </main>
  )
}
