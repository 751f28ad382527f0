/** Why the issuer stands among the settings, where it has to. */
export const IssuerNote = ({ issuer }: { issuer: string | undefined }) =>
  issuer === undefined ? null : (
    <p class="hint">
      The issuer is this registry’s name in signatures. It differs from the address, so agents have
      to be told it; one that has none or another refuses what the registry sends. Agents take it
      from their settings only: compare it with what the registry’s operator says.
    </p>
  )
