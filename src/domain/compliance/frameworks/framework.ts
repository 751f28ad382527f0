import type { EvidenceKind } from '../evidence.ts'

/** Evidence that a control rests on; `retention` may ask for so many days. */
export type EvidenceNeed = EvidenceKind | { readonly kind: 'retention'; readonly days: number }

/** One control of a framework, named in our own words. */
export interface Control {
  readonly id: string
  readonly title: string
  readonly evidence: readonly EvidenceNeed[]
}

/** A catalogue of those controls that the platform's records have something to say about. */
export interface Framework {
  readonly id: string
  readonly title: string
  readonly edition: string
  /** The day from which most of its duties apply, where it is a law with such a day. */
  readonly applicable_from?: string
  readonly controls: readonly Control[]
}

export const control = (
  id: string,
  title: string,
  ...evidence: readonly EvidenceNeed[]
): Control => ({ id, title, evidence })
