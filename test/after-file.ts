import { afterAll } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []

/** Called when the last test of the file is over. */
export const afterFile = (cleanup: () => Promise<unknown>): void => { cleanups.push(cleanup) }

// A setup file runs again for each file of tests, so the hook belongs to that file, whoever asks for a cleanup.
afterAll(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})
