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

/** A private copy of the working tree, in which faults are planted. */
export interface Copy {
  readonly root: string
  /** The temporary folder of the tests in this copy; it is emptied before each run. */
  readonly temporary: string
  write(file: string, content: string): void
  read(file: string): string
  remove(): void
}

/** Copies the files that git tracks or would add. Packages are hard links, because a symbolic link to the folder would share its caches. */
export function makeCopy(): Copy {
  // The name is short, because the paths of sockets below it are limited to about a hundred bytes.
  const folder = mkdtempSync(join(tmpdir(), 'mut-'))
  // A database server that root starts runs as another user, who needs access to its files in this folder.
  chmodSync(folder, 0o755)
  const root = join(folder, 'w')
  const temporary = join(folder, 't')
  mkdirSync(temporary)
  for (const file of listFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(root, file))
  }
  // Tests that create a fresh checkout ask git for the files.
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', args, { cwd: root })
  linkPackages(root)
  const remove = (): void => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
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
