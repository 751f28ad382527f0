import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newFolder } from '../kit/folder.ts'
import { debianRoot } from './debian-root.ts'
import { addPackage } from './package.ts'
import { atClose, mustRun, runProgram, startProgram, waitFor } from './programs.ts'
import type { SessionEnvironment } from './session.ts'

const PACKAGES = ['systemd-sysv', 'dbus', 'sudo', 'curl', 'prometheus']

/** Boots Debian with systemd in its own namespaces, sharing the network of this machine. The package and the samples are in /root. */
export async function openSystemd(): Promise<SessionEnvironment> {
  const root = newFolder('systemd', 'disk')
  const tar = await debianRoot({ suite: 'bookworm', packages: PACKAGES, node: true })
  await mustRun('tar', ['--extract', '--numeric-owner', '--file', tar, '--directory', root])
  const home = join(root, 'root')
  for (const folder of ['systemd', 'monitoring'])
    cpSync(join('deploy', folder), join(home, folder), { recursive: true })
  addPackage(home)
  mkdirSync(join(root, 'var/log/journal'), { recursive: true })
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`)
  const machine = startProgram('systemd-nspawn', [
    ...['--quiet', '--directory', root, '--register=no', '--keep-unit', '--boot'],
  ])
  const leader = await waitFor(async () => childOf(machine.pid), 'the machine did not start')
  const run = (command: string) =>
    runProgram('nsenter', [
      ...['--target', leader, '--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup', '--'],
      ...['env', '-i', 'HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'],
      ...['sh', '-c', `cd /root && ${command}`],
    ])
  await waitFor(
    async () =>
      /running|degraded/.test((await run('systemctl is-system-running')).output) ? true : undefined,
    'systemd did not finish booting',
  )
  atClose(async () => {
    await run('systemctl poweroff')
    await machine.ended
  })
  return { run }
}

/** Returns the id of the first child of a process. */
function childOf(pid: number): string | undefined {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return first || undefined
}
