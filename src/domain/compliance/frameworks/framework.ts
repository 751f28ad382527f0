import type { EvidenceKind } from '../evidence.ts'

/** The evidence that a control needs; `retention` may require a number of days. */
export type EvidenceNeed = EvidenceKind | { readonly kind: 'retention'; readonly days: number }

/** One control of a framework, with a title in the registry's own wording. */
export interface Control {
  readonly id: string
  readonly title: string
  readonly evidence: readonly EvidenceNeed[]
}

/** A catalogue of the controls for which the platform's records can be evidence. */
export interface Framework {
  readonly id: string
  readonly title: string
  readonly edition: string
  /** The day from which most of its obligations apply, if it is a law with such a day. */
  readonly applicable_from?: string
  readonly controls: readonly Control[]
}

export const control = (
  id: string,
  title: string,
  ...evidence: readonly EvidenceNeed[]
): Control => ({ id, title, evidence })
