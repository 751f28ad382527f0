import { CopyButton } from './copy-button.tsx'

/** Shows a text that can be copied. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div class="code">
    <pre tabIndex={0} aria-label={label}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={label} />
  </div>
)
