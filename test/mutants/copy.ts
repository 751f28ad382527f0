import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A private copy of the working tree, in which faults can be planted without anybody noticing. */
export interface Copy {
  readonly root: string
  /** Where the tests of this copy put their files; whoever stops them in the middle empties it. */
  readonly temporary: string
  write(file: string, content: string): void
  read(file: string): string
  remove(): void
}

/** Copies what git knows or would add. Packages are hard links, because a link to the folder would share its caches. */
export function makeCopy(): Copy {
  // A short name: sockets are made below it, and their addresses hold about a hundred bytes.
  const folder = mkdtempSync(join(tmpdir(), 'mut-'))
  // A database server that root starts runs as somebody else, who has to get to its files below.
  chmodSync(folder, 0o755)
  const root = join(folder, 'w')
  const temporary = join(folder, 't')
  mkdirSync(temporary)
  for (const file of listFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(root, file))
  }
  // Tests that check out the project ask git for its files.
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', args, { cwd: root })
  linkPackages(root)
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const at = (file: string): string => join(root, file)
  return {
    root,
    temporary,
    write: (file, content) => writeFileSync(at(file), content),
    read: (file) => readFileSync(at(file), 'utf8'),
    remove,
  }
}

function listFiles(): readonly string[] {
  const git = (...args: string[]): readonly string[] =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .stdout.split('\0')
      .filter(Boolean)
  const deleted = new Set(git('ls-files', '-dz'))
  return git('ls-files', '-coz', '--exclude-standard').filter((file) => !deleted.has(file))
}

function linkPackages(root: string): void {
  const target = join(root, 'node_modules')
  if (
    spawnSync('cp', ['-al', join(ROOT, 'node_modules'), target], { stdio: 'ignore' }).status !== 0
  ) {
    rmSync(target, { recursive: true, force: true })
    symlinkSync(join(ROOT, 'node_modules'), target)
    return
  }
  for (const cache of ['.cache', '.vite', '.vitest-cache'])
    rmSync(join(target, cache), { recursive: true, force: true })
}
