import { useState } from 'preact/hooks'
import type { Scope } from '../../api/keys.ts'
import { ALL_SCOPES, SCOPES } from './scopes.ts'

/** All scopes, or those that are ticked. */
export function ScopeChoice({ chosen }: { chosen: readonly Scope[] | undefined }) {
  const [some, setSome] = useState(chosen !== undefined)
  const ticked = chosen ?? []
  return (
    <fieldset class="choices">
      <legend>What it may do</legend>
      <label><input type="radio" name="reach" value="all" checked={!some} onChange={() => setSome(false)} /><span><strong>everything</strong><span class="hint">All scopes, also those that come later.</span></span></label>
      <label><input type="radio" name="reach" value="some" checked={some} onChange={() => setSome(true)} /><span><strong>only what is ticked</strong><span class="hint">The less a key may do, the less it is worth to a thief.</span></span></label>
      {some && (
        <div class="scopes">
          {ALL_SCOPES.map((scope) => <label key={scope}><input type="checkbox" name="scopes" value={scope} defaultChecked={ticked.includes(scope)} /><span><code>{scope}</code><span class="hint">{SCOPES[scope]}</span></span></label>)}
        </div>
      )}
    </fieldset>
  )
}
