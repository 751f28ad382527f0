import { useState } from 'preact/hooks'
import { useRequestPin } from '../../api/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useFocusFirstField } from '../../parts/forms/focus.ts'
import { Form } from '../../parts/forms/form.tsx'
import type { PinRequest } from './sign-in.tsx'

/** Asks for the e-mail address and requests a PIN. */
export function RequestPinForm({ onRequested }: { onRequested: (pinRequest: PinRequest) => void }) {
  const request = useRequestPin()
  const first = useFocusFirstField<HTMLDivElement>()
  const [email, setEmail] = useState('')
  const ask = () =>
    request.mutate(email.trim(), {
      onSuccess: (challenge) => onRequested({ email: email.trim(), challenge }),
    })
  return (
    <div ref={first}>
      <Form error={request.error} onSubmit={ask}>
        <div>
          <h1 tabIndex={-1}>Sign in</h1>
          <p class="muted">We send a one-time PIN to your e-mail address. There is no password.</p>
        </div>
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
