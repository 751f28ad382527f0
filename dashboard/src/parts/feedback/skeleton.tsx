/** A placeholder for content that is being loaded, in its final size. */
export const Skeleton = ({
  lines = 3,
  variant = 'text',
}: {
  lines?: number
  variant?: 'text' | 'rows' | 'plot'
}) => (
  <div class={`skeleton ${variant}`} role="status" aria-label="Loading">
    {Array.from({ length: variant === 'plot' ? 1 : lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)
