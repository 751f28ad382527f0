import { useRef, useState } from 'preact/hooks'
import { Problem } from '../../api/problem.ts'
import { useRequestPin, useSignIn } from '../../api/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Countdown } from '../../parts/time/countdown.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useFocusFirstField } from '../../parts/forms/focus.ts'
import { Form } from '../../parts/forms/form.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { NoEmailHelp } from './no-email.tsx'
import type { PinRequest } from './sign-in.tsx'

const DIGITS = 8

/** The second step: the PIN from the mail, typed or pasted; the last digit sends it. */
export function EnterPinForm({
  pinRequest: { email, challenge },
  onRequested,
  onBack,
}: {
  pinRequest: PinRequest
  onRequested: (asked: PinRequest) => void
  onBack: () => void
}) {
  const signIn = useSignIn()
  const newPin = useRequestPin()
  const [pin, setPin] = useState('')
  const pinError =
    signIn.error instanceof Problem && signIn.error.code === 'INVALID_PIN'
      ? signIn.error.message
      : undefined
  const sent = useRef('')
  const first = useFocusFirstField<HTMLDivElement>()
  const send = (digits: string) => {
    sent.current = digits
    signIn.mutate({ email, challenge_id: challenge.challenge_id, pin: digits })
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    setPin(digits)
    if (digits.length === DIGITS && digits !== sent.current) send(digits)
  }
  const resend = () =>
    newPin.mutate(email, {
      onSuccess: (next) => {
        setPin('')
        signIn.reset()
        onRequested({ email, challenge: next })
        toast('A new PIN is on its way.')
      },
    })
  return (
    <div ref={first}>
      <Form
        error={pinError === undefined ? (signIn.error ?? newPin.error) : undefined}
        onSubmit={() => send(pin)}
      >
        <div>
          <h1 tabIndex={-1}>Type the PIN</h1>
          <p class="muted">
            If <strong>{email}</strong> belongs to a member, a mail with {DIGITS} digits is on its
            way.
          </p>
        </div>
        <TextField
          label="PIN"
          name="pin"
          class="pin"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={pin}
          error={pinError}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          hint={
            <>
              Works for another{' '}
              <Countdown until={challenge.expires_at} afterwards="0:00, so ask for a new one" />.
            </>
          }
        />
        <Button
          type="submit"
          variant="primary"
          pending={signIn.isPending}
          disabled={pin.length < DIGITS}
        >
          Sign in
        </Button>
        <div class="row">
          <Button variant="quiet" pending={newPin.isPending} onClick={resend}>
            Send a new PIN
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Other address
          </Button>
        </div>
        <NoEmailHelp email={email} />
      </Form>
    </div>
  )
}
