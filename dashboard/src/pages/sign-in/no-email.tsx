import { shellQuote } from '../../registry-address.ts'
import { CodeBlock } from '../../parts/text/code-block.tsx'

/** Explains how to sign in without e-mail. The text is the same for everyone, because membership is not public. */
export const NoEmailHelp = ({ email }: { email: string }) => (
  <details class="no-mail">
    <summary>No e-mail?</summary>
    <p class="muted">
      Check your spam folder. If this registry does not send e-mail, its operator can look up the
      PIN:
    </p>
    <CodeBlock
      text={`svc-registry pin show --email ${shellQuote(email)}`}
      label="the operator’s command"
    />
  </details>
)
