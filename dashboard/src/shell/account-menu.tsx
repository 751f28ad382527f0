import { useState } from 'preact/hooks'
import { Icon } from '../parts/layout/icon.tsx'
import { LeaveOrganizationDialog } from './leave-organization.tsx'
import { useSignOutAction } from './sign-out.ts'
import { useCurrentUser } from './current-user.tsx'
import { THEMES, useTheme } from './theme.ts'

const THEME_TITLES = { system: 'System', light: 'Light', dark: 'Dark' }

/** Shows who is signed in, with the theme and the sign-out button. */
export function AccountMenu() {
  const { session, organization } = useCurrentUser()
  const [theme, chooseTheme] = useTheme()
  const signOut = useSignOutAction()
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
        {session.operator && <p class="muted">registry operator</p>}
        <fieldset>
          <legend>Theme</legend>
          {THEMES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="theme"
                checked={one === theme}
                onChange={() => chooseTheme(one)}
              />
              {THEME_TITLES[one]}
            </label>
          ))}
        </fieldset>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
      {organization && leaving && (
        <LeaveOrganizationDialog organization={organization} onClose={() => setLeaving(false)} />
      )}
    </div>
  )
}
