import { CodeBlock } from '../parts/text/copyable.tsx'
import { useCurrentUser, useOrganization } from '../shell/current-user.tsx'
import { apiUrl, ROOT } from '../urls.ts'
import { IssuerNote, issuerSetting, shellQuote } from './install-commands.tsx'

/** The guide that shows how to register an agent. */
export const REGISTER_GUIDE = `${ROOT}/docs/guides/register`

/** Returns the command that registers the agent in the current folder, which proves possession of its key. */
export const registerCommand = (organization_id: string, issuer: string | undefined): string =>
  `# In the agent's folder; SVC_API_KEY is an API key of your organization.
svc-agent register --platform ${apiUrl()} \\
  --organization ${organization_id}${issuer === undefined ? '' : ` \\\n  --issuer ${shellQuote(issuer)}`}`

/** Shows the command that registers an agent of the selected organization. */
export function RegisterCommand() {
  const { organization_id } = useOrganization()
  const issuer = issuerSetting(useCurrentUser().session.issuer)
  return (
    <>
      <CodeBlock
        text={registerCommand(organization_id, issuer)}
        label="command that registers an agent"
      />
      <IssuerNote issuer={issuer} />
    </>
  )
}
