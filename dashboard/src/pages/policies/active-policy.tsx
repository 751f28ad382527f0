import { usePolicyVersion, type Policy } from '../../api/policies.ts'
import { Button } from '../../parts/forms/button.tsx'
import { DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Time } from '../../parts/text/time.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'
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
            'Saved',
            <span>
              <Time at={policy.updated_at} format="exact" />
              <SavedBy policy={policy} />
            </span>,
          ],
          ['Hash', <Id value={policy.hash} label="hash" />],
          ['Signing key', <Id value={policy.signing_key_id} label="signing key" />],
        ]}
      />
    </Panel>
    <div class="policy-sections">
      {SECTIONS.map(({ section, title, description, rules }) => (
        <Panel key={section} title={title}>
          <p class="muted small">{description}</p>
          <DescriptionList
            items={rules.map(
              (rule) => [rule.title, <RuleValue policy={policy} rule={rule} />] as const,
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

const AUTHOR_KINDS: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  member: 'a member',
  operator: 'the operator',
  platform: 'the registry',
}

/** Shows who saved a version. */
export function Author({ author }: { author: Policy['author'] }) {
  if (!author) return <span class="muted">unknown</span>
  const kind = AUTHOR_KINDS[author.type] ?? author.type
  if (author.id === undefined) return <>{kind}</>
  return author.id.includes('@') ? (
    <>{author.id}</>
  ) : (
    <span>
      <NamedEntity type={author.type} id={author.id} />
    </span>
  )
}

/** Shows who saved the active policy. The author is read separately, because agents read the active policy and must not see names. */
export function SavedBy({ policy: { workspace_id, version } }: { policy: Policy }) {
  const { data } = usePolicyVersion(workspace_id, version)
  return data?.author ? (
    <>
      {' '}
      by <Author author={data.author} />
    </>
  ) : null
}
