import { usePolicyVersion, type Policy } from '../../api/fleet-policy.ts'
import { Id } from '../../parts/id.tsx'

const KINDS: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  member: 'a member',
  operator: 'the operator',
  platform: 'the registry',
}

/** Who wrote a version. */
export function Author({ of: author }: { of: Policy['author'] }) {
  if (!author) return <span class="muted">nobody on record</span>
  const kind = KINDS[author.type] ?? author.type
  if (author.id === undefined) return <>{kind}</>
  return author.id.includes('@') ? (
    <>{author.id}</>
  ) : (
    <span>
      {kind} <Id value={author.id} of="author id" />
    </span>
  )
}

/** By whom a version was written, which is read by itself: agents read the policy in force, and nobody's name is in there. */
export function By({ policy: { workspace_id, version } }: { policy: Policy }) {
  const { data } = usePolicyVersion(workspace_id, version)
  return data?.author ? (
    <>
      {' '}
      by <Author of={data.author} />
    </>
  ) : null
}
