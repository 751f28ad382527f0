import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { dial } from '../../ports/outgoing/dial.ts'
import type { OutgoingRules } from '../../ports/outgoing/guard.ts'
import type { TestResult } from './channels.ts'

const passed = (detail: string): TestResult => ({ ok: true, detail })
const failed = (detail: string): TestResult => ({ ok: false, detail })

/** Connects to every address, and names the hosts that do not accept a connection. */
export async function connectTo(
  urls: readonly string[],
  rules: OutgoingRules,
): Promise<TestResult> {
  const failures = await Promise.all(
    urls.map(async (url) => {
      const result = await dial(url, rules)
      return result.kind === 'connected' ? [] : [`${new URL(url).host}: ${result.reason}`]
    }),
  )
  const faults = failures.flat()
  return faults.length > 0 ? failed(faults.join('; ')) : passed('connected')
}

/** Connects to the witnesses that are servers, and checks that the files can be written. Mail is checked with the mail server. */
export async function dialWitnesses({
  transparency: { witnesses },
  outgoing,
  smtp,
}: Config): Promise<TestResult> {
  const urls = witnesses.flatMap((target) => (target.kind === 'http' ? [target.url] : []))
  const files = witnesses.flatMap((target) => (target.kind === 'file' ? [target.path] : []))
  const connection = await connectTo(urls, { ...outgoing, http: true })
  const faults = [
    ...(connection.ok ? [] : [connection.detail]),
    ...files.flatMap(faultsOfFile),
    ...(smtp === undefined && witnesses.some(({ kind }) => kind === 'mail')
      ? ['an e-mail address requires a mail server; set SVC_SMTP_URL']
      : []),
  ]
  return faults.length > 0
    ? failed(faults.join('; '))
    : passed('the servers accept connections and the files can be written')
}

/** Returns why the file of a witness cannot be written. Its folder is never created, because it may be where a disk is to be mounted. */
function faultsOfFile(path: string): readonly string[] {
  const folder = dirname(resolve(path))
  if (isFolder(path)) return [`${path} is a folder; name a file in it`]
  if (!isFolder(folder))
    return [`${path} cannot be written, because there is no folder ${folder}; create or mount it`]
  return isWritable(path) ? [] : [`${path} cannot be written`]
}

/** Looks up a program as the system does when starting it: by its path, or in PATH. */
export async function findProgram(program: string): Promise<TestResult> {
  const candidates = program.includes('/')
    ? [program]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program))
  return candidates.some((path) => isFile(path) && isAccessible(path, constants.X_OK))
    ? passed('the program can be run')
    : failed(`${program} is not a program that this user can run`)
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Returns whether this user can write a file, or create it together with missing folders. */
export function isWritable(path: string): boolean {
  const existing = nearestExisting(resolve(path))
  if (existing === resolve(path)) return isAccessible(existing, constants.W_OK)
  return !isFile(existing) && isAccessible(existing, constants.W_OK | constants.X_OK)
}

const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
