import { CodeBlock } from '../../parts/text/code-block.tsx'

/** What a shell takes as one word. */
const word = (text: string): string =>
  /^[\w.+@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The way in where no mail comes. It says the same to everybody: who is a member is not a stranger's business. */
export const NoEmailHelp = ({ email }: { email: string }) => (
  <details class="no-mail">
    <summary>No mail?</summary>
    <p class="muted">
      It may lie among unwanted mail. If this registry sends none, whoever runs it can read you the
      PIN:
    </p>
    <CodeBlock
      text={`svc-registry pin show --email ${word(email)}`}
      label="the operator’s command"
    />
  </details>
)
