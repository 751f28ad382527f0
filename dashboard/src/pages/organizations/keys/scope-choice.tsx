import { useState } from 'preact/hooks'
import type { Scope } from '../../../api/api-keys.ts'
import { RadioGroup } from '../../../parts/forms/radio-group.tsx'
import { ALL_SCOPES, SCOPES } from './scopes.ts'

const SCOPE_MODES = [
  {
    value: 'all',
    title: 'all',
    meaning: 'All current and future scopes, except tasks:delegate.',
  },
  {
    value: 'some',
    title: 'selected scopes',
    meaning: 'A key with fewer scopes does less harm if it is stolen.',
  },
] as const

/** Selects all scopes or some of them. */
export function ScopeChoice({ chosen }: { chosen: readonly Scope[] | undefined }) {
  const [mode, setMode] = useState<'all' | 'some'>(chosen === undefined ? 'all' : 'some')
  return (
    <RadioGroup
      title="Scopes"
      name="scope_mode"
      options={SCOPE_MODES}
      chosen={mode}
      onChoose={setMode}
    >
      {mode === 'some' && (
        <div class="scopes">
          {ALL_SCOPES.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={chosen?.includes(scope)}
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
