/** The place of a text or table that is on its way, in its final size. */
export const Skeleton = ({
  lines = 3,
  of = 'text',
}: {
  lines?: number
  of?: 'text' | 'rows' | 'plot'
}) => (
  <div class={`skeleton ${of}`} role="status" aria-label="Loading">
    {Array.from({ length: of === 'plot' ? 1 : lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)
