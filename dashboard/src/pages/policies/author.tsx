import { usePolicyVersion, type Policy } from '../../api/policies.ts'
import { Id } from '../../parts/text/id.tsx'

const AUTHOR_KINDS: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  member: 'a member',
  operator: 'the operator',
  platform: 'the registry',
}

/** Who wrote a version. */
export function Author({ author }: { author: Policy['author'] }) {
  if (!author) return <span class="muted">nobody on record</span>
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

/** By whom a version was written, which is read by itself: agents read the policy in force, and nobody's name is in there. */
export function WrittenBy({ policy: { workspace_id, version } }: { policy: Policy }) {
  const { data } = usePolicyVersion(workspace_id, version)
  return data?.author ? (
    <>
      {' '}
      by <Author author={data.author} />
    </>
  ) : null
}
