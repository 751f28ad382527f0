import { shellQuote } from '../../entities/install-commands.tsx'
import { useRef, useState } from 'preact/hooks'
import { Problem } from '../../api/problem.ts'
import { useRequestPin, useSignIn } from '../../api/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Countdown } from '../../parts/text/time.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useFocusFirstField, Form } from '../../parts/forms/form.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import type { PinRequest } from './sign-in.tsx'
import { CodeBlock } from '../../parts/text/copyable.tsx'

const DIGITS = 8
/**
 * How many times a PIN may be entered. The registry does not say how many tries are left, because that would reveal who can sign in, and
 * this form does not know of tries before a reload or in another tab.
 */
const MAX_TRIES = 5

/** Asks for the PIN from the e-mail or from the operator. Typing or pasting the last digit submits the form. */
export function EnterPinForm({
  pinRequest: { email, challenge, startedByOperator = false },
  onRequested,
  onBack,
}: {
  pinRequest: PinRequest
  onRequested: (pinRequest: PinRequest) => void
  onBack: () => void
}) {
  const container = useFocusFirstField<HTMLDivElement>()
  const { signIn, newPin, pin, tries, type, send, resend } = usePin(
    { email, challenge },
    onRequested,
  )
  const pinError = isWrongPin(signIn.error) ? wrongPinText(tries) : undefined
  return (
    <div ref={container}>
      <Form
        changes={false}
        error={pinError === undefined ? (signIn.error ?? newPin.error) : undefined}
        onSubmit={() => send(pin)}
      >
        <div>
          <h1 tabIndex={-1}>Enter the PIN</h1>
          <Instructions email={email} startedByOperator={startedByOperator} />
        </div>
        <PinField
          pin={pin}
          error={pinError}
          expires_at={tries > 0 ? challenge.expires_at : undefined}
          onType={type}
        />
        <Button
          type="submit"
          variant="primary"
          pending={signIn.isPending}
          disabled={pin.length < DIGITS || tries === 0}
        >
          Sign in
        </Button>
        <div class="row">
          <Button variant="quiet" pending={newPin.isPending} onClick={resend}>
            Send a new PIN
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Use another address
          </Button>
        </div>
        {!startedByOperator && <NoEmailHelp email={email} />}
      </Form>
    </div>
  )
}

const Instructions = ({
  email,
  startedByOperator,
}: Required<Pick<PinRequest, 'email' | 'startedByOperator'>>) => (
  <p class="muted">
    {startedByOperator ? (
      <>
        Enter the {DIGITS}-digit PIN for <strong>{email}</strong> that you received from the
        operator of this registry.
      </>
    ) : (
      <>
        If <strong>{email}</strong> can sign in to this registry, an e-mail with an {DIGITS}-digit
        PIN is on its way.
      </>
    )}
  </p>
)

const isWrongPin = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'INVALID_PIN'

const wrongPinText = (tries: number): string =>
  tries === 0
    ? 'This PIN can no longer be used. Request a new one.'
    : `This PIN is wrong or no longer valid. Enter it again or request a new one; a PIN can be entered ${MAX_TRIES} times.`

/** Submits a PIN as soon as it has all digits. A PIN that was wrong is not sent again, because each wrong PIN uses up an attempt. */
function usePin({ email, challenge }: PinRequest, onRequested: (pinRequest: PinRequest) => void) {
  const signIn = useSignIn()
  const newPin = useRequestPin()
  const [pin, setPin] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const isSending = useRef(false)
  const tries = MAX_TRIES - wrong.length
  const send = (digits: string) => {
    if (isSending.current || wrong.includes(digits) || tries === 0) return
    isSending.current = true
    signIn.mutate(
      { email, challenge_id: challenge.challenge_id, pin: digits },
      {
        onError(error) {
          if (isWrongPin(error)) setWrong([...wrong, digits])
        },
        onSettled() {
          isSending.current = false
        },
      },
    )
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    setPin(digits)
    if (digits.length === DIGITS) send(digits)
  }
  const resend = () =>
    newPin.mutate(email, {
      onSuccess: (next) => {
        setPin('')
        setWrong([])
        // A sign-in that is reset while it is pending never settles.
        signIn.reset()
        isSending.current = false
        onRequested({ email, challenge: next })
        toast('New PIN requested.')
      },
    })
  return { signIn, newPin, pin, tries, type, send, resend }
}

interface PinFieldProps {
  readonly pin: string
  readonly error: string | undefined
  /** Undefined when the PIN can no longer be used. */
  readonly expires_at: string | undefined
  readonly onType: (text: string) => void
}

const PinField = ({ pin, error, expires_at, onType }: PinFieldProps) => (
  <TextField
    label="PIN"
    name="pin"
    class="pin"
    inputMode="numeric"
    autoComplete="one-time-code"
    value={pin}
    error={error}
    onInput={({ currentTarget }) => onType(currentTarget.value)}
    hint={
      expires_at !== undefined && (
        <>
          Expires in <Countdown until={expires_at} expiredText="0:00. Request a new one" />.
        </>
      )
    }
  />
)

/** Explains how to sign in without e-mail. The text is the same for everyone, because the registry does not reveal who can sign in. */
const NoEmailHelp = ({ email }: { email: string }) => (
  <details class="no-email">
    <summary>No e-mail?</summary>
    <p class="muted">
      Check your spam folder. If this registry does not send e-mail, its operator can look up the
      PIN:
    </p>
    <CodeBlock
      text={`svc-registry pin show --email ${shellQuote(email)}`}
      label="the operator’s command"
    />
  </details>
)
