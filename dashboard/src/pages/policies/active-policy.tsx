import type { Policy } from '../../api/policies.ts'
import { Button } from '../../parts/forms/button.tsx'
import { DescriptionList } from '../../parts/layout/description-list.tsx'
import { Id } from '../../parts/text/id.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Time } from '../../parts/time/time.tsx'
import { WrittenBy } from './author.tsx'
import { HighlightChange } from '../../parts/feedback/highlight-change.tsx'
import { SECTIONS, flagOf, listOf, type Rule } from './rules.ts'

/** Shows the active policy and its signature. */
export const ActivePolicy = ({
  policy,
  onEdit,
}: {
  policy: Policy
  onEdit: (() => void) | undefined
}) => (
  <>
    <Panel
      title="Active policy"
      actions={
        onEdit && (
          <Button variant="primary" onClick={onEdit}>
            Edit policy
          </Button>
        )
      }
    >
      <DescriptionList
        items={[
          [
            'Version',
            <HighlightChange value={String(policy.version)}>{policy.version}</HighlightChange>,
          ],
          [
            'Written',
            <span>
              <Time at={policy.updated_at} format="exact" />
              <WrittenBy policy={policy} />
            </span>,
          ],
          ['Hash', <Id value={policy.hash} label="hash" />],
          ['Signed by', <Id value={policy.signing_key_id} label="signing key" />],
        ]}
      />
    </Panel>
    <div class="policy-sections">
      {SECTIONS.map(({ section, title, description, rules }) => (
        <Panel key={section} title={title}>
          <p class="muted small">{description}</p>
          <DescriptionList
            items={rules.map(
              (rule) =>
                [rule.title, <RuleValue policy={policy} rule={{ ...rule, section }} />] as const,
            )}
          />
        </Panel>
      ))}
    </div>
  </>
)

function RuleValue({ policy: { content }, rule }: { policy: Policy; rule: Rule }) {
  if (rule.as === 'flag') return <>{flagOf(content, rule) ? 'yes' : 'no'}</>
  const names = listOf(content, rule)
  if (names.includes('*'))
    return (
      <>
        {names.length === 1
          ? 'all'
          : `all, including ${names.filter((name) => name !== '*').join(', ')}`}
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
