import type { Agent } from '../../../api/agents.ts'
import { CheckboxField, TextAreaField, RadioGroup } from '../../../parts/forms/field.tsx'
import { canRestrict } from './changes.ts'

export interface Access {
  readonly private: boolean
  readonly installable_by: Agent['installable_by']
  readonly installers: string
}
interface AccessProps {
  readonly agent: Agent
  readonly access: Access
  readonly error: string | undefined
  readonly onChange: (access: Access) => void
}

/**
 * Edits who can see the agent and who can install it. Options that require proved ownership are disabled without it.
 */
export function AccessFields({ agent, access, error, onChange }: AccessProps) {
  const restrictable = canRestrict(agent)
  return (
    <>
      <CheckboxField
        label="Private"
        name="private"
        checked={access.private}
        disabled={!restrictable}
        onChange={({ currentTarget }) => onChange({ ...access, private: currentTarget.checked })}
        hint="Visible only to your organization and the organizations that you list below."
      />
      <RadioGroup
        title="Who can install it"
        name="installable_by"
        selected={access.installable_by}
        onSelect={(installable_by) => onChange({ ...access, installable_by })}
        options={[
          {
            value: 'anyone',
            title: 'Everyone who can see it',
            description: access.private
              ? 'Because the agent is private, only your organization.'
              : 'Every organization.',
          },
          {
            value: 'listed',
            title: 'Listed organizations',
            description: 'Your organization and the organizations that you list.',
            disabled: !restrictable,
          },
          {
            value: 'owner',
            title: 'Only your organization',
            description: 'No other organization can install it.',
            disabled: !restrictable,
          },
        ]}
      />
      {access.installable_by === 'listed' && (
        <TextAreaField
          label="Organizations"
          name="installers"
          class="mono"
          spellcheck={false}
          rows={4}
          value={access.installers}
          error={error}
          onInput={({ currentTarget }) => onChange({ ...access, installers: currentTarget.value })}
          hint="Organization identifiers, one per line."
        />
      )}
      <p class="muted small">
        {restrictable
          ? 'Existing installations keep working.'
          : 'Access can be restricted only once ownership is proved and the identifier matches the agent’s content.'}
      </p>
    </>
  )
}
