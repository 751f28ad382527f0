import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { useSession, useRequestPin, type Challenge } from '../../api/session.ts'
import { hasSessionExpired } from '../../api/query-client.ts'
import { Icon } from '../../parts/layout/icon.tsx'
import { ROOT } from '../../urls.ts'
import { EnterPinForm } from './enter-pin.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useFocusFirstField, Form } from '../../parts/forms/form.tsx'
import './sign-in.css'

export interface PinRequest {
  readonly email: string
  readonly challenge: Pick<Challenge, 'challenge_id' | 'expires_at'>
  /** Whether the operator started the sign-in and hands over the PIN, so that no e-mail is sent. */
  readonly startedByOperator?: boolean
}

/** Returns a sign-in that the operator has started with `svc-registry session create`, which prints this URL. */
function pinRequestFromUrl(): PinRequest | undefined {
  const { email, challenge_id, expires_at } = Object.fromEntries(
    new URLSearchParams(location.hash.slice(1)),
  )
  if (!email || !challenge_id || !expires_at || Number.isNaN(Date.parse(expires_at)))
    return undefined
  return { email, challenge: { challenge_id, expires_at }, startedByOperator: true }
}

export default function SignIn() {
  const { data: session } = useSession()
  const { query, route } = useLocation()
  const [pinRequest, setPinRequest] = useState(pinRequestFromUrl)
  useEffect(() => {
    document.title = 'Sign in – Agent Registry'
  }, [])
  useEffect(() => {
    if (session) route(ROOT + nextPath(query['next']), true)
  }, [session])
  return (
    <main class="standalone">
      <div class="sign-in">
        <p class="brand">
          <Icon name="brand" /> <span>Agent Registry</span>
        </p>
        {pinRequest ? (
          <EnterPinForm
            pinRequest={pinRequest}
            onRequested={setPinRequest}
            onBack={() => setPinRequest(undefined)}
          />
        ) : (
          <RequestPinForm onRequested={setPinRequest} />
        )}
      </div>
    </main>
  )
}

/** Asks for the e-mail address and requests a PIN. */
function RequestPinForm({ onRequested }: { onRequested: (pinRequest: PinRequest) => void }) {
  const request = useRequestPin()
  const container = useFocusFirstField<HTMLDivElement>()
  const [email, setEmail] = useState('')
  const [expired] = useState(hasSessionExpired)
  const requestPin = () =>
    request.mutate(email.trim(), {
      onSuccess: (challenge) => onRequested({ email: email.trim(), challenge }),
    })
  return (
    <div ref={container}>
      <Form error={request.error} changes={false} onSubmit={requestPin}>
        <div>
          <h1 tabIndex={-1}>Sign in</h1>
          <p class="muted">We send a one-time PIN to your e-mail address. There is no password.</p>
        </div>
        {expired && (
          <p class="notice warn" role="status">
            Your session has expired. Sign in again to continue.
          </p>
        )}
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="primary"
          pending={request.isPending}
          disabled={email.trim() === ''}
        >
          Send PIN
        </Button>
      </Form>
    </div>
  )
}

/**
 * Returns where to go after a sign-in: the path in the link if it is a path of this registry, so that a link cannot redirect to another
 * site, otherwise `/`. Browsers read a backslash as a slash, and ignore tabs and line breaks in URLs.
 */
export const nextPath = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? next : '/'
