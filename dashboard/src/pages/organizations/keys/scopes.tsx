import { useState } from 'preact/hooks'
import type { Scope } from '../../../api/organizations.ts'
import { RadioGroup } from '../../../parts/forms/field.tsx'

const SCOPE_MODES = [
  {
    value: 'all',
    title: 'All scopes',
    description: 'All current and future scopes, except tasks:delegate.',
  },
  {
    value: 'some',
    title: 'Selected scopes',
    description: 'A key with fewer scopes does less harm if it is stolen.',
  },
] as const

/** Selects all scopes or some of them. */
export function ScopeChoice({ selected }: { selected: readonly Scope[] | undefined }) {
  const [mode, setMode] = useState<'all' | 'some'>(selected === undefined ? 'all' : 'some')
  return (
    <RadioGroup
      title="Scopes"
      name="scope_mode"
      options={SCOPE_MODES}
      selected={mode}
      onSelect={setMode}
    >
      {mode === 'some' && (
        <div class="scopes">
          {ALL_SCOPES.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={selected?.includes(scope)}
              />
              <span>
                <code>{scope}</code>
                <span class="hint">{SCOPES[scope]}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </RadioGroup>
  )
}

/** Explains each scope. */
const SCOPES: Readonly<Record<Scope, string>> = {
  'agents:read': 'Read agents',
  'agents:write': 'Register and edit agents',
  'workspaces:read': 'Read workspaces',
  'workspaces:write': 'Create, change and delete workspaces',
  'tokens:read': 'List install tokens',
  'tokens:write': 'Create and revoke install tokens',
  'installations:read': 'Read installations',
  'installations:write': 'Command and revoke installations',
  'policy:read': 'Read policies',
  'policy:write': 'Write policies',
  'trust:read': 'Verify signatures and read profiles',
  'trust:sign': 'Request signed trust headers',
  'audit:read': 'Read the audit log',
  'audit:export': 'Export the audit log',
  'images:read': 'Read images and scans',
  'images:scan': 'Request image scans',
  'support:write': 'Request support',
  'tasks:read': 'Read tasks',
  'tasks:route': 'Route tasks to agents',
  'tasks:delegate': 'Route tasks on behalf of members and agents',
  'network:read': 'Search the registry network',
  'compliance:read': 'Read compliance reports',
  'retention:write': 'Set the retention of audit records',
  'organization:read': 'Read members, keys and usage',
  'keys:write': 'Create and revoke API keys',
  'disputes:read': 'Read disputes',
  'disputes:write': 'Open and comment on disputes',
}

const ALL_SCOPES = Object.keys(SCOPES) as Scope[]
