import { Copy } from './copy.tsx'

/** A text to be copied into a terminal or a file. */
export const Code = ({ text, of }: { text: string; of: string }) => (
  <div class="code">
    <pre tabIndex={0} aria-label={of}>
      <code>{text}</code>
    </pre>
    <Copy text={text} of={of} />
  </div>
)
