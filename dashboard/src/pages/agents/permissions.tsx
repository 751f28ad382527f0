import type { Agent } from '../../api/agents.ts'
import { Panel } from '../../parts/layout/page.tsx'

interface Kind {
  readonly name: 'network' | 'filesystem' | 'api'
  readonly sentence: string
  readonly all: string
  readonly none: string
}
const KINDS: readonly Kind[] = [
  {
    name: 'network',
    sentence: 'May connect to',
    all: 'May connect to any host',
    none: 'Declares no network access.',
  },
  {
    name: 'filesystem',
    sentence: 'May read and write files under',
    all: 'May read and write any file',
    none: 'Declares no access to files.',
  },
  {
    name: 'api',
    sentence: 'May use the API',
    all: 'May use any API',
    none: 'Declares no access to APIs.',
  },
]

/** Describes in words the permissions that an agent requests. */
export const Permissions = ({ agent: { permissions } }: { agent: Agent }) => (
  <Panel
    title="Permissions"
    note="what it requests; the policy of your workspace decides what is allowed"
  >
    <ul class="permissions">
      {KINDS.map((kind) => (
        <PermissionLines key={kind.name} kind={kind} names={permissions[kind.name] ?? []} />
      ))}
    </ul>
  </Panel>
)

function PermissionLines({ kind, names }: { kind: Kind; names: readonly string[] }) {
  if (names.length === 0) return <li class="muted">{kind.none}</li>
  return (
    <>
      {names.map((name) => (
        <li key={name}>
          {name === '*' ? (
            kind.all
          ) : (
            <>
              {kind.sentence} <code>{name}</code>
            </>
          )}
        </li>
      ))}
    </>
  )
}
