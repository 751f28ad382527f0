import { afterAll } from 'vitest'
import { cleanUp } from './after-file.ts'
import { removeFolders } from './kit/folder.ts'

// A setup file runs again for each file of tests, so the hook belongs to that file, whoever asks for a cleanup.
afterAll(async () => {
  await cleanUp()
  removeFolders()
})
