/** Shows an e-mail address that breaks before its @ or after a dot rather than within a word. */
export const EmailAddress = ({ address }: { address: string }) => (
  <span class="email-address">
    {address.split(/(?=@)|(?<=[.])/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </span>
)
