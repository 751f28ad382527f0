import { CodeBlock } from '../parts/text/copyable.tsx'
import { apiUrl, registryUrl } from '../urls.ts'

/** Returns the issuer if agents have to be configured with it, because it differs from the URL of the registry. */
export const issuerSetting = (issuer: string): string | undefined =>
  issuer === registryUrl() ? undefined : issuer

/** Quotes text as one word of a shell command, if it needs quotes. */
export const shellQuote = (text: string): string =>
  /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const agentCommands = (token: string, issuer: string | undefined) =>
  [
    `svc-agent install --token ${token} \\`,
    `  --platform ${apiUrl()}${issuer === undefined ? '' : ` \\\n  --issuer ${shellQuote(issuer)}`}`,
    'svc-agent run',
  ].join('\n')
const containerEnvironment = (token: string, issuer: string | undefined) =>
  [
    `SVC_PLATFORM_URL=${apiUrl()}`,
    ...(issuer === undefined ? [] : [`SVC_ISSUER=${issuer}`]),
    `SVC_INSTALL_TOKEN=${token}`,
  ].join('\n')
const curlCommand = (token: string) =>
  `curl -sS ${apiUrl()}/installations/bootstrap -H 'Content-Type: application/json' \\\n  -d '{"install_token": "${token}"}'`

interface InstallCommandsProps {
  readonly token: string
  readonly issuer: string | undefined
}

/** Shows how an agent uses its install token: with svc-agent, in a container, or with curl. */
export const InstallCommands = ({ token, issuer }: InstallCommandsProps) => (
  <>
    <div class="columns">
      <div class="stack">
        <h3>svc-agent, in the agent’s folder</h3>
        <CodeBlock text={agentCommands(token, issuer)} label="commands for svc-agent" />
      </div>
      <div class="stack">
        <h3>Container environment</h3>
        <CodeBlock text={containerEnvironment(token, issuer)} label="environment" />
      </div>
    </div>
    <IssuerNote issuer={issuer} />
    <div class="stack">
      <h3>curl</h3>
      <CodeBlock text={curlCommand(token)} label="command for curl" />
      <p class="hint">
        Store the response in a file that only the agent can read: it contains the refresh token,
        which is not issued again.
      </p>
    </div>
  </>
)

/** Explains why agents have to be configured with the issuer, if they do. */
export const IssuerNote = ({ issuer }: { issuer: string | undefined }) =>
  issuer === undefined ? null : (
    <p class="hint">
      The issuer is the name of this registry in signatures. It differs from the registry’s URL, so
      agents must be configured with it: an agent with a different issuer rejects the registry’s
      messages. Agents take the issuer only from their own settings. Confirm it with the registry
      operator.
    </p>
  )
