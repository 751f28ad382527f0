import { useState } from 'preact/hooks'
import { useVerifySignature, type Verdict } from '../../../api/agents.ts'
import { isObject } from '../../../api/json.ts'
import { Problem } from '../../../api/problem.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { TextAreaField, TextField } from '../../../parts/forms/field.tsx'
import { textOf, Form } from '../../../parts/forms/form.tsx'
import { CheckList } from '../profile.tsx'
import { audienceLabel, freshnessLabel, reasonText, type VerdictLabel } from './verdict-labels.ts'

const INVALID_CONTEXT = new Problem(422, {
  message: 'The context is invalid.',
  issues: [{ path: '/body/context', message: 'is not a JSON object' }],
})

/** Parses a JSON object; returns undefined for any other text. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Has the registry verify a signature, as a program would. */
export function SignatureCheck({ svc_id }: { svc_id: string }) {
  const verify = useVerifySignature()
  const [invalid, setInvalid] = useState(false)
  const submit = (values: FormData) => {
    const context = parseObject(String(values.get('context')))
    setInvalid(context === undefined)
    if (context) verify.mutate({ svc_id, context, signature: textOf(values, 'signature') })
  }
  return (
    <div class="stack">
      <Form changes={false} error={invalid ? INVALID_CONTEXT : verify.error} onSubmit={submit}>
        <TextAreaField
          label="Context"
          name="context"
          class="mono"
          rows={4}
          spellcheck={false}
          defaultValue={'{}'}
          hint="The JSON object exactly as it was signed. Verifying it consumes its nonce."
        />
        <TextField
          label="Signature"
          name="signature"
          class="mono"
          spellcheck={false}
          hint="Base64, base64url or hexadecimal."
        />
        <div>
          <Button type="submit" pending={verify.isPending}>
            Verify with the registry
          </Button>
        </div>
      </Form>
      <div role="status">
        {verify.data && !verify.error && !invalid && (
          <VerdictDetails verdict={verify.data} context={verify.variables?.context ?? {}} />
        )}
      </div>
    </div>
  )
}

/** Checks that are shown separately, above the list. */
const SHOWN_ABOVE = ['audience', 'freshness']
/** The member of the context that an optional check is about. */
const MEMBER_OF_CHECK: Readonly<Record<string, string>> = {
  issuer: 'issuer',
  nonce: 'nonce',
  body_hash: 'request_body_hash',
  policy: 'workspace_id',
}
const checksWithoutInput = (context: object): ReadonlySet<string> =>
  new Set(
    Object.entries(MEMBER_OF_CHECK)
      .filter(([, member]) => !(member in context))
      .map(([check]) => check),
  )

const VerdictDetails = ({
  verdict: { valid, reason, audience, freshness, checks },
  context,
}: {
  verdict: Verdict
  context: object
}) => (
  <div class="stack verdict">
    <p class="row">
      <Badge tone={valid ? 'good' : 'bad'}>{valid ? 'valid' : 'invalid'}</Badge>
      <span>{reasonText(reason)}</span>
    </p>
    <dl class="description-list">
      <Aspect title="Audience" label={audienceLabel(audience)} />
      <Aspect title="Freshness" label={freshnessLabel(freshness)} />
    </dl>
    {valid && (
      <p class="notice warn">
        <span>
          The signature was made with the agent’s key. That alone does not justify access: see the
          warnings above.
        </span>
      </p>
    )}
    <CheckList
      checks={checks.filter(({ name }) => !SHOWN_ABOVE.includes(name))}
      unused={checksWithoutInput(context)}
    />
  </div>
)

const Aspect = ({ title, label }: { title: string; label: VerdictLabel }) => (
  <div>
    <dt>{title}</dt>
    <dd class="stack">
      <span>
        <Badge tone={label.tone}>{label.title}</Badge>
      </span>
      <span class="muted small">{label.description}</span>
    </dd>
  </div>
)
