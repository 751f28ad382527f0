import { afterAll } from 'vitest'

const works: (() => Promise<unknown>)[] = []

/** Has something done when the last test of a file is over. */
export const atFileEnd = (work: () => Promise<unknown>): void => { works.push(work) }

// Set up before each file, so this belongs to the file, wherever a work is asked for.
afterAll(async () => {
  await Promise.all(works.splice(0).map((work) => work()))
})
