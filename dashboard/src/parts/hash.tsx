import { Badge } from './badge.tsx'
import { useRecomputed } from './digest.ts'
import { Id } from './id.tsx'

const WORDS = {
  fits: <Badge tone="good">recomputed, fits</Badge>,
  differs: <Badge tone="bad">recomputed, differs</Badge>,
  unknown: <span class="muted small">recomputing needs https</span>,
}

/** The hash that a record carries over its other members, recomputed in this browser. */
export function Hash<Hashed extends { readonly hash: string }>({
  of,
  leftOut = ['hash'],
}: {
  of: Hashed
  leftOut?: readonly string[]
}) {
  const verdict = useRecomputed(of, leftOut, of.hash)
  return (
    <span class="row">
      <Id value={of.hash} of="hash" />
      {verdict && WORDS[verdict]}
    </span>
  )
}
