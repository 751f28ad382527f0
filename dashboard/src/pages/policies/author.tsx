import { usePolicyVersion, type Policy } from '../../api/policies.ts'
import { Id } from '../../parts/text/id.tsx'

const AUTHOR_KINDS: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  member: 'a member',
  operator: 'the operator',
  platform: 'the registry',
}

/** Shows who wrote a version. */
export function Author({ author }: { author: Policy['author'] }) {
  if (!author) return <span class="muted">unknown</span>
  const kind = AUTHOR_KINDS[author.type] ?? author.type
  if (author.id === undefined) return <>{kind}</>
  return author.id.includes('@') ? (
    <>{author.id}</>
  ) : (
    <span>
      {kind} <Id value={author.id} label="author id" />
    </span>
  )
}

/** Shows who wrote the active policy. The author is read separately, because agents read the active policy and must not see names. */
export function WrittenBy({ policy: { workspace_id, version } }: { policy: Policy }) {
  const { data } = usePolicyVersion(workspace_id, version)
  return data?.author ? (
    <>
      {' '}
      by <Author author={data.author} />
    </>
  ) : null
}
