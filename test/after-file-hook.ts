import { afterAll } from 'vitest'
import { cleanUp } from './after-file.ts'
import { removeFolders } from './kit/folder.ts'

// A setup file runs for each test file, so the hook belongs to that file, wherever a cleanup is registered.
afterAll(async () => {
  await cleanUp()
  removeFolders()
})
