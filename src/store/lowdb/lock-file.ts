import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { StoreRefused } from '../database.ts'

/** Locks this process holds: a lock that names it and is not among them was left by an earlier process with the same number, as in containers. */
const held = new Set<string>()

/**
 * Takes `<path>.lock` for this process; a second process that asks is told who holds it.
 * A lock whose process is gone is taken over.
 * @throws StoreRefused while another process lives with the lock.
 */
export function takeLock(path: string): { release(): void } {
  const lock = `${path}.lock`
  if (!create(lock)) takeOver(path, lock)
  held.add(lock)
  return {
    release: () => {
      held.delete(lock)
      rmSync(lock, { force: true })
    },
  }
}

/** Another process serves this file. */
export class StoreLocked extends StoreRefused {
  constructor(path: string, holder: number) {
    super(`The store ${path} is in use by process ${holder}. A JSON store serves one process at a time; use a sqlite: store for several. If process ${holder} is no registry, delete ${path}.lock.`)
    this.name = 'StoreLocked'
  }
}

/** Moves a dead holder's lock aside, which only one process can do, and puts back what turns out to be another's new lock. */
function takeOver(path: string, lock: string): void {
  const holder = holderOf(lock)
  if (isAlive(holder, lock)) throw new StoreLocked(path, holder)
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
    const moved = holderOf(aside)
    if (moved !== holder) linkSync(aside, lock)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  } finally {
    rmSync(aside, { force: true })
  }
  if (!create(lock)) throw new StoreLocked(path, holderOf(lock))
}

function create(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new StoreRefused(`The lock file ${lock} cannot be created: ${(cause as Error).message}.`)
  }
}

/** The process named in the lock; 0 where there is none (its writer died between creating and writing). */
function holderOf(lock: string): number {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || 0
  } catch {
    return 0
  }
}

function isAlive(pid: number, lock: string): boolean {
  if (pid === 0) return false
  if (pid === process.pid) return held.has(lock)
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}
