import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { useSession, type Challenge } from '../../api/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { ROOT } from '../../to.ts'
import { AskForPin } from './ask-for-pin.tsx'
import { TypePin } from './type-pin.tsx'
import './sign-in.css'

/** Only a path of this registry: nobody is sent elsewhere by a link. Browsers leave tabs and line breaks out of addresses. */
const safe = (next: string | undefined): string => (next !== undefined && /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? ROOT + next : `${ROOT}/`)

export interface Asked { readonly email: string; readonly challenge: Challenge }

export default function SignIn() {
  const { data: session } = useSession()
  const { query, route } = useLocation()
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => { document.title = 'Sign in – Agent Registry' }, [])
  useEffect(() => { if (session) route(safe(query['next']), true) }, [session])
  return (
    <main class="lonely">
      <div class="sign-in">
        <p class="brand"><Icon name="brand" /> <span>Agent Registry</span></p>
        {asked ? <TypePin asked={asked} onAsked={setAsked} onBack={() => setAsked(undefined)} /> : <AskForPin onAsked={setAsked} />}
      </div>
    </main>
  )
}
