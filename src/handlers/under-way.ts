/** Runs a work of an organization, unless it has as many of them under way as it may: then nothing is done, and there is no answer. */
export type UnderWay = <Answer>(
  organization_id: string,
  work: () => Promise<Answer>,
) => Promise<Answer | undefined>

/** Bounds works that take long, so that whoever asks for many at once takes no more from the others than whoever asks for `most`. */
export function underWay(most: number): UnderWay {
  const counts = new Map<string, number>()
  const move = (organization_id: string, by: 1 | -1) => {
    const count = (counts.get(organization_id) ?? 0) + by
    if (count === 0) counts.delete(organization_id)
    else counts.set(organization_id, count)
  }
  return async (organization_id, work) => {
    if ((counts.get(organization_id) ?? 0) >= most) return undefined
    move(organization_id, 1)
    try {
      return await work()
    } finally {
      move(organization_id, -1)
    }
  }
}
