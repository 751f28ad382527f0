import { displayText, type Finding, type Severity } from './findings.ts'
import type { SecretForm } from './secrets.ts'

const SETUID = 0o4000
const SETGID = 0o2000
const EXECUTABLE = 0o111

/** Programs that distributions ship with these rights, because they need them. */
const KNOWN_SETUID_PROGRAMS =
  /^(usr\/)?(s?bin|lib(exec)?)\/([^/]+\/)*(su|sudo|mount|umount|passwd|newgrp|chsh|chfn|chage|expiry|gpasswd|ping6?|unix_chkpwd|wall|write(\.ul)?|ssh-(agent|keysign)|bbsuid|dbus-daemon-launch-helper|pkexec|polkit-agent-helper-1|fusermount3?|crontab|utempter)$/

/** A program that runs with the rights of its owner or group, whoever starts it. */
export function setuidFinding(path: string, mode: number, layer: string): Finding | undefined {
  if ((mode & (SETUID | SETGID)) === 0 || (mode & EXECUTABLE) === 0) return undefined
  const owner = (mode & SETUID) !== 0
  const usual = KNOWN_SETUID_PROGRAMS.test(path)
  return {
    id: owner ? 'SETUID_FILE' : 'SETGID_FILE',
    type: 'file',
    severity: usual ? 'low' : 'medium',
    layer,
    location: displayText(path),
    title: `${displayText(path.split('/').at(-1)!, 100)} runs with the rights of its ${owner ? 'owner' : 'group'}`,
    detail: `${usual ? 'Distributions ship it so, but an agent seldom needs it.' : 'No usual program of a distribution.'} Remove it or its mode bit, or start containers with no-new-privileges.`,
  }
}

/** Where packages keep keys for their tests and manuals. */
const TEST_DATA_PATH = /(^|\/)(tests?|testdata|fixtures|examples?|docs?)\//

export function secretFileFinding(
  path: string,
  { id, name, severity }: SecretForm,
  layer: string,
): Finding {
  const harmless = TEST_DATA_PATH.test(path)
  const severityHere: Severity = harmless ? 'low' : severity
  return {
    id,
    type: 'secret',
    severity: severityHere,
    layer,
    location: displayText(path),
    title: `A ${name} in a file`,
    detail: `${harmless ? 'The path looks like test data; check that it is.' : 'Whoever can pull the image can read it, even if a later layer removes the file.'} Replace the secret, and build without it.`,
  }
}
