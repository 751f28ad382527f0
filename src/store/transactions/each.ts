/** Asks for those of a list that are there, all at once; the answers stand in the places of what was asked, with the same gaps. */
export async function each<Given, Answer>(
  all: readonly (Given | undefined)[],
  ask: (some: readonly Given[]) => Promise<readonly (Answer | undefined)[]>,
): Promise<readonly (Answer | undefined)[]> {
  const some = all.filter((one) => one !== undefined)
  const answers = (await ask(some))[Symbol.iterator]()
  return all.map((one) =>
    one === undefined ? undefined : (answers.next().value as Answer | undefined),
  )
}
