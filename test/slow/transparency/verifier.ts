import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from '../../kit/folder.ts'

/** Builds the program in `go/`, and returns a function that runs it and resolves with what it prints. It rejects if the program fails. */
export function buildVerifier(): (...args: string[]) => Promise<string> {
  const binary = join(newFolder('transparency-go'), 'transparency')
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: 'test/slow/transparency/go' })
  return async (...args) => (await promisify(execFile)(binary, args)).stdout
}

/** Returns a function that writes a file into a new folder, and returns its path. */
export function newFiles(): (name: string, content: string | Buffer) => string {
  const folder = newFolder('transparency')
  return (name, content) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}
