import { Fragment } from 'preact'
import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { Icon } from '../parts/layout/icon.tsx'
import { useCurrentUser } from './current-user.tsx'
import { useLeaveOrganization } from '../api/organizations.ts'
import { useSignOut, type Membership } from '../api/session.ts'
import { ConfirmDialog } from '../parts/feedback/dialog.tsx'
import { toast } from '../parts/feedback/toasts.tsx'
import { pageUrl } from '../urls.ts'

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
        <p class="email">
          <EmailAddress address={session.email} />
        </p>
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
          {THEMES.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name="theme"
                checked={option === theme}
                onChange={() => chooseTheme(option)}
              />
              {THEME_TITLES[option]}
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

/** Shows an e-mail address that breaks before its @ or after a dot rather than within a word. */
export const EmailAddress = ({ address }: { address: string }) => (
  <span class="email-address">
    {address.split(/(?=@)|(?<=[.])/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)

/** Lets the user leave an organization after a confirmation. */
export function LeaveOrganizationDialog({
  organization: { organization_id, name },
  onClose,
}: {
  organization: Membership
  onClose: () => void
}) {
  const leave = useLeaveOrganization()
  // The dialog may be gone when the mutation ends, so its own callbacks would not be called. The dialog shows the error.
  const onLeft = () => {
    onClose()
    toast(`You left ${name}.`)
  }
  return (
    <ConfirmDialog
      title={`Leave ${name}`}
      action="Leave"
      open
      onClose={onClose}
      pending={leave.isPending}
      error={leave.error}
      onConfirm={() => void leave.mutateAsync(organization_id).then(onLeft, () => undefined)}
    >
      <p>
        You will lose access to <strong>{name}</strong> immediately, and the open invitations that
        you sent will be withdrawn. API keys are not affected. To return, you will need a new
        invitation.
      </p>
    </ConfirmDialog>
  )
}

/**
 * Returns a function that signs the user out, and reports a failure, so that no session is left open by mistake. The next user starts at
 * the overview, or at `next`, because the page of this user may belong to an organization of which the next user is not a member.
 */
export function useSignOutAction(next?: string): () => void {
  const signOut = useSignOut()
  const { route } = useLocation()
  return () =>
    void signOut.mutateAsync().then(
      () => route(pageUrl('signIn', {}, { next }), true),
      ({ message }: Error) => toast(`You are still signed in. ${message}`, 'bad'),
    )
}

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
/** The key of the theme, the only setting that is stored on the device. */
const THEME_KEY = 'svc-theme'

function storedTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Applies the selected theme, or the preference of the system. */
export function applyTheme(theme: Theme = storedTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Returns the theme and a function that changes it. */
function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (selected: Theme) => {
    localStorage.setItem(THEME_KEY, selected)
    applyTheme(selected)
    setTheme(selected)
  }
  return [theme, choose]
}
