import { useState } from 'preact/hooks'
import type { Scope } from '../../../api/api-keys.ts'
import { RadioGroup } from '../../../parts/forms/radio-group.tsx'
import { ALL_SCOPES, SCOPES } from './scopes.ts'

const SCOPE_MODES = [
  {
    value: 'all',
    title: 'everything',
    meaning: 'All scopes, also those that come later, but not acting for others.',
  },
  {
    value: 'some',
    title: 'only what is ticked',
    meaning: 'The less a key may do, the less it is worth to a thief.',
  },
] as const

/** All scopes, or those that are ticked. */
export function ScopeChoice({ chosen }: { chosen: readonly Scope[] | undefined }) {
  const [mode, setMode] = useState<'all' | 'some'>(chosen === undefined ? 'all' : 'some')
  return (
    <RadioGroup
      title="What it may do"
      name="reach"
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
