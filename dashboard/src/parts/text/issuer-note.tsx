/** Explains why the issuer is part of the settings, if it is. */
export const IssuerNote = ({ issuer }: { issuer: string | undefined }) =>
  issuer === undefined ? null : (
    <p class="hint">
      The issuer is the name of this registry in signatures. It differs from the address, so agents
      must be configured with it; an agent with a different issuer rejects messages of the registry.
      Agents read the issuer only from their settings. Verify it with the registry operator.
    </p>
  )
