import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { useLeaving } from './leaving.ts'
import { useStanding } from './organization.tsx'
import { THEMES, useTheme } from './theme.ts'

const TITLES = { system: 'System', light: 'Light', dark: 'Dark' }

/** Who is signed in, the theme, and the way out. */
export function Account() {
  const { session, organization } = useStanding()
  const [theme, choose] = useTheme()
  const leave = useLeaving()
  const [leaving, setLeaving] = useState(false)
  return (
    <div class="account">
      <button type="button" class="quiet" popovertarget="account" aria-haspopup="true">
        <Icon name="person" />
        <span class="who">{session.email}</span>
      </button>
      <div id="account" popover="auto" class="popover">
        <p class="email">{session.email}</p>
        {organization && (
          <p class="muted">
            {organization.role} of {organization.name}
          </p>
        )}
        {organization && (
          <button
            type="button"
            class="quiet"
            popovertarget="account"
            onClick={() => setLeaving(true)}
          >
            Leave {organization.name}
          </button>
        )}
        {session.operator && <p class="muted">operator of the registry</p>}
        <fieldset>
          <legend>Theme</legend>
          {THEMES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="theme"
                checked={one === theme}
                onChange={() => choose(one)}
              />
              {TITLES[one]}
            </label>
          ))}
        </fieldset>
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </div>
      {organization && leaving && (
        <LeaveOrganization organization={organization} onClose={() => setLeaving(false)} />
      )}
    </div>
  )
}
