import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { FILES } from '../folder/folder.ts'
import { GITIGNORE } from './starters/files.ts'

/** Adds the secrets to .gitignore. Returns false if they are already in it. */
export function ignoreSecrets(path: string): boolean {
  const existing = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (existing.split(/\r?\n/).includes(FILES.key)) return false
  appendFileSync(
    path,
    `${existing === '' || existing.endsWith('\n') ? existing && '\n' : '\n\n'}${GITIGNORE}`,
  )
  return true
}
