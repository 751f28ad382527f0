import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'idle' | 'vouch'

/** Each tone has its own shape, so that tones do not differ by colour alone. */
const TONE_SHAPES: Readonly<Record<Tone, string>> = {
  good: 'M5 1a4 4 0 100 8 4 4 0 000-8z',
  warn: 'M5 1l4.4 8H.6z',
  bad: 'M1.2 1.2h7.6v7.6h-7.6z',
  info: 'M5 .5L9.5 5 5 9.5 .5 5z',
  idle: 'M5 1a4 4 0 100 8 4 4 0 000-8zm0 1.5a2.5 2.5 0 110 5 2.5 2.5 0 010-5z',
  vouch: 'M.5 1h9v6H5.5L3 9.5V7H.5z',
}

/** Shows a status: `<Badge tone="good">online</Badge>`. */
export const Badge = ({
  tone = 'idle',
  children,
}: {
  tone?: Tone
  children: ComponentChildren
}) => (
  <span class={`badge ${tone}`}>
    <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
      <path d={TONE_SHAPES[tone]} fill-rule="evenodd" />
    </svg>
    {children}
  </span>
)
