/** Shows a reputation from 0 to 100 as a number and a bar. */
export const ReputationScore = ({ value }: { value: number }) => (
  <span class="score">
    <svg viewBox="0 0 40 4" width="40" height="4" aria-hidden="true">
      <rect class="rail" width="40" height="4" rx="2" />
      <rect width={value * 0.4} height="4" rx="2" />
    </svg>
    {value}
  </span>
)
