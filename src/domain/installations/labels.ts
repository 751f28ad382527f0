import { compareText } from '../order.ts'

/** Limits how many labels an installation has (docs/specification/installations.md#labels). */
export const MAX_LABELS = 16

/** Labels by key, without their order. A label is a string such as `env=prod`, in the grammar of the contract. */
type LabelMap = ReadonlyMap<string, string>

const mapOf = (labels: readonly string[]): LabelMap =>
  new Map(
    labels.map((label) => {
      const end = label.indexOf('=')
      return [label.slice(0, end), label.slice(end + 1)] as const
    }),
  )

const labelsOf = (labels: LabelMap): readonly string[] =>
  [...labels].map(([key, value]) => `${key}=${value}`).toSorted(compareText)

/** Returns labels sorted, with one value for each key: the last one. */
export const normalizeLabels = (labels: readonly string[]): readonly string[] =>
  labelsOf(mapOf(labels))

/** Returns the keys of labels. */
export const keysOf = (labels: readonly string[]): readonly string[] => [...mapOf(labels).keys()]

/** Returns labels after removing keys and then setting others. */
export function changeLabels(
  labels: readonly string[],
  { set, remove }: { readonly set: readonly string[]; readonly remove: readonly string[] },
): readonly string[] {
  const changed = new Map(mapOf(labels))
  for (const key of remove) changed.delete(key)
  for (const [key, value] of mapOf(set)) changed.set(key, value)
  return labelsOf(changed)
}

/**
 * A requirement for one key: that its value is one of `values`, or if they are undefined, that the key exists. `negated` reverses the
 * requirement, so an installation without the key meets a negated one (docs/specification/installations.md#label-selector).
 */
export interface LabelRequirement {
  readonly key: string
  /** The required or excluded values; undefined if any value counts. */
  readonly values: readonly string[] | undefined
  readonly negated: boolean
}

/** Matches one requirement of a selector. The commas between values are inside parentheses. */
const REQUIREMENT =
  /(!?)([A-Za-z0-9._/-]+)(?: ?(!=|==?) ?([A-Za-z0-9._-]*)| (in|notin) \(([^)]*)\))?/g

/** Returns the requirements of a selector, which has passed the contract's pattern. */
export const parseLabelSelector = (selector: string): readonly LabelRequirement[] =>
  [...selector.matchAll(REQUIREMENT)].map(([, not, key, operator, value, set, values]) => {
    if (set !== undefined)
      return { key: key!, values: values!.split(/, ?/), negated: set === 'notin' }
    if (operator !== undefined) return { key: key!, values: [value!], negated: operator === '!=' }
    return { key: key!, values: undefined, negated: not === '!' }
  })

/** Returns whether labels meet all requirements. */
export function meetsRequirements(
  labels: readonly string[],
  requirements: readonly LabelRequirement[],
): boolean {
  const byKey = mapOf(labels)
  return requirements.every(({ key, values, negated }) => {
    const value = byKey.get(key)
    const met = value !== undefined && (values?.includes(value) ?? true)
    return met !== negated
  })
}
