import type { Policy } from '../../api/fleet-policy.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { By } from './author.tsx'
import { Changed } from './changed.tsx'
import { CHAPTERS, flagOf, listOf, type Rule } from './policy-rules.ts'

/** The rules as they are, and who signed them. */
export const PolicyInForce = ({
  policy,
  onEdit,
}: {
  policy: Policy
  onEdit: (() => void) | undefined
}) => (
  <>
    <Panel
      title="In force"
      actions={
        onEdit && (
          <Button look="primary" onClick={onEdit}>
            Edit policy
          </Button>
        )
      }
    >
      <Facts
        of={[
          ['Version', <Changed of={String(policy.version)}>{policy.version}</Changed>],
          [
            'Written',
            <span>
              <Time at={policy.updated_at} as="exact" />
              <By policy={policy} />
            </span>,
          ],
          ['Hash', <Id value={policy.hash} of="hash" />],
          ['Signed by', <Id value={policy.signing_key_id} of="signing key" />],
        ]}
      />
    </Panel>
    <div class="chapters">
      {CHAPTERS.map(({ section, title, about, rules }) => (
        <Panel key={section} title={title}>
          <p class="muted small">{about}</p>
          <Facts
            of={rules.map(
              (rule) => [rule.title, <Value of={policy} rule={{ ...rule, section }} />] as const,
            )}
          />
        </Panel>
      ))}
    </div>
  </>
)

function Value({ of: { content }, rule }: { of: Policy; rule: Rule }) {
  if (rule.as === 'flag') return <>{flagOf(content, rule) ? 'yes' : 'no'}</>
  const names = listOf(content, rule)
  if (names.includes('*'))
    return (
      <>
        {names.length === 1
          ? 'all'
          : `all, ${names.filter((name) => name !== '*').join(', ')} among them`}
      </>
    )
  return names.length === 0 ? (
    <span class="muted">none</span>
  ) : (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
