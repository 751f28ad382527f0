import { useState } from 'preact/hooks'
import { useVerify, type Verdict } from '../../api/agent.ts'
import { Problem } from '../../api/problem.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { AreaField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { CheckList } from './checks.tsx'

const NO_OBJECT = new Problem(422, {
  message: 'The context cannot be sent like this.',
  issues: [{ path: '/body/context', message: 'is no JSON object' }],
})

/** The object that a text holds. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Asks the registry whether a signature is good, as a program would. */
export function AskVerdict({ svc_id }: { svc_id: string }) {
  const verify = useVerify()
  const [broken, setBroken] = useState(false)
  const ask = (values: FormData) => {
    const context = objectIn(String(values.get('context')))
    setBroken(context === undefined)
    if (context) verify.mutate({ svc_id, context, signature: String(values.get('signature')).trim() })
  }
  return (
    <div class="stack">
      <Form error={broken ? NO_OBJECT : verify.error} onSubmit={ask}>
        <AreaField label="Context" name="context" class="mono" rows={4} spellcheck={false} defaultValue={'{}'}
          hint="A JSON object, exactly as it was signed. Its nonce is spent by asking." />
        <TextField label="Signature" name="signature" class="mono" spellcheck={false} hint="Base64, base64url or hexadecimal." />
        <div><Button type="submit" pending={verify.isPending}>Ask the registry</Button></div>
      </Form>
      <div role="status">{verify.data && !verify.error && !broken && <Verdicts verdict={verify.data} />}</div>
    </div>
  )
}

const Verdicts = ({ verdict: { valid, reason, checks } }: { verdict: Verdict }) => (
  <div class="stack verdict">
    <p class="row">
      <Badge tone={valid ? 'good' : 'bad'}>{valid ? 'valid' : 'not valid'}</Badge>
      <span>{reason.replaceAll('_', ' ')}</span>
    </p>
    <CheckList checks={checks} />
  </div>
)
