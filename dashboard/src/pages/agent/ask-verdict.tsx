import { useState } from 'preact/hooks'
import { useVerify, type Verdict } from '../../api/agent.ts'
import { Problem } from '../../api/problem.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { AreaField, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { CheckList } from './checks.tsx'
import {
  audienceWords,
  freshnessWords,
  leavesOpen,
  reasonWords,
  type Words,
} from './verdict-words.ts'

const NO_OBJECT = new Problem(422, {
  message: 'The context cannot be sent like this.',
  issues: [{ path: '/body/context', message: 'is no JSON object' }],
})

/** The object that a text holds. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
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
    if (context)
      verify.mutate({ svc_id, context, signature: String(values.get('signature')).trim() })
  }
  return (
    <div class="stack">
      <Form error={broken ? NO_OBJECT : verify.error} onSubmit={ask}>
        <AreaField
          label="Context"
          name="context"
          class="mono"
          rows={4}
          spellcheck={false}
          defaultValue={'{}'}
          hint="A JSON object, exactly as it was signed. Its nonce is spent by asking."
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
            Ask the registry
          </Button>
        </div>
      </Form>
      <div role="status">
        {verify.data && !verify.error && !broken && (
          <Verdicts verdict={verify.data} context={verify.variables?.context ?? {}} />
        )}
      </div>
    </div>
  )
}

/** Checks that are told above the others, in words of their own. */
const TOLD = ['audience', 'freshness']
/** Checks of what a context may leave out, by the member that they are about. */
const OF_MEMBERS: Readonly<Record<string, string>> = {
  issuer: 'issuer',
  nonce: 'nonce',
  body_hash: 'request_body_hash',
  policy: 'workspace_id',
}
const leftOut = (context: object): ReadonlySet<string> =>
  new Set(
    Object.entries(OF_MEMBERS)
      .filter(([, member]) => !(member in context))
      .map(([check]) => check),
  )

const Verdicts = ({
  verdict: { valid, reason, audience, freshness, checks },
  context,
}: {
  verdict: Verdict
  context: object
}) => (
  <div class="stack verdict">
    <p class="row">
      <Badge tone={valid ? 'good' : 'bad'}>{valid ? 'valid' : 'not valid'}</Badge>
      <span>{reasonWords(reason)}</span>
    </p>
    <dl class="facts">
      <Aspect title="Signed for you" words={audienceWords(audience)} />
      <Aspect title="Signed now" words={freshnessWords(freshness)} />
    </dl>
    {valid && leavesOpen({ audience, freshness }) && (
      <p class="notice warn">
        <span>
          The agent’s key made this signature. That alone is no reason to let anybody in: see what
          is left open above.
        </span>
      </p>
    )}
    <CheckList checks={checks.filter(({ name }) => !TOLD.includes(name))} idle={leftOut(context)} />
  </div>
)

const Aspect = ({ title, words }: { title: string; words: Words }) => (
  <div>
    <dt>{title}</dt>
    <dd class="stack">
      <span>
        <Badge tone={words.tone}>{words.title}</Badge>
      </span>
      <span class="muted small">{words.meaning}</span>
    </dd>
  </div>
)
