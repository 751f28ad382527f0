import { useRef, useState } from 'preact/hooks'
import { Problem } from '../../api/problem.ts'
import { useRequestPin, useSignIn } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { TextField } from '../../parts/field.tsx'
import { useFirstField } from '../../parts/focus.ts'
import { Form } from '../../parts/form.tsx'
import { say } from '../../shell/toasts.tsx'
import { NoMail } from './no-mail.tsx'
import type { Asked } from './sign-in.tsx'

const DIGITS = 8

/** The second step: the PIN from the mail, typed or pasted; the last digit sends it. */
export function TypePin({
  asked: { email, challenge },
  onAsked,
  onBack,
}: {
  asked: Asked
  onAsked: (asked: Asked) => void
  onBack: () => void
}) {
  const signIn = useSignIn()
  const again = useRequestPin()
  const [pin, setPin] = useState('')
  const refused =
    signIn.error instanceof Problem && signIn.error.code === 'INVALID_PIN'
      ? signIn.error.message
      : undefined
  const sent = useRef('')
  const first = useFirstField<HTMLDivElement>()
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
    again.mutate(email, {
      onSuccess: (next) => {
        setPin('')
        signIn.reset()
        onAsked({ email, challenge: next })
        say('A new PIN is on its way.')
      },
    })
  return (
    <div ref={first}>
      <Form
        error={refused === undefined ? (signIn.error ?? again.error) : undefined}
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
          fault={refused}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          hint={
            <>
              Works for another{' '}
              <Countdown until={challenge.expires_at} over="0:00, so ask for a new one" />.
            </>
          }
        />
        <Button
          type="submit"
          look="primary"
          pending={signIn.isPending}
          disabled={pin.length < DIGITS}
        >
          Sign in
        </Button>
        <div class="row">
          <Button look="quiet" pending={again.isPending} onClick={resend}>
            Send a new PIN
          </Button>
          <Button look="quiet" onClick={onBack}>
            Other address
          </Button>
        </div>
        <NoMail email={email} />
      </Form>
    </div>
  )
}
