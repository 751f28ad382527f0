import { displayText, type Finding, type Severity } from './findings.ts'
import type { SecretPattern } from './secrets.ts'

const SETUID = 0o4000
const SETGID = 0o2000
const EXECUTABLE = 0o111

/** Matches programs that need these mode bits and that distributions ship with them. */
const KNOWN_SETUID_PROGRAMS =
  /^(usr\/)?(s?bin|lib(exec)?)\/([^/]+\/)*(su|sudo|mount|umount|passwd|newgrp|chsh|chfn|chage|expiry|gpasswd|ping6?|unix_chkpwd|wall|write(\.ul)?|ssh-(agent|keysign)|bbsuid|dbus-daemon-launch-helper|pkexec|polkit-agent-helper-1|fusermount3?|crontab|utempter)$/

/** Returns a finding for a program that runs with the permissions of its owner or group instead of those of the user who starts it. */
export function setuidFinding(path: string, mode: number, layer: string): Finding | undefined {
  if ((mode & (SETUID | SETGID)) === 0 || (mode & EXECUTABLE) === 0) return undefined
  const byOwner = (mode & SETUID) !== 0
  const isUsual = KNOWN_SETUID_PROGRAMS.test(path)
  return {
    id: byOwner ? 'SETUID_FILE' : 'SETGID_FILE',
    type: 'file',
    severity: isUsual ? 'low' : 'medium',
    layer,
    location: displayText(path),
    title: `${displayText(path.split('/').at(-1)!, 100)} runs with the permissions of its ${byOwner ? 'owner' : 'group'}`,
    detail: `${isUsual ? 'Distributions ship it like this, but an agent rarely needs it.' : 'Distributions do not usually ship it like this.'} Remove it or its mode bit, or start containers with no-new-privileges.`,
  }
}

/** Matches folders in which packages keep keys for tests and documentation. */
const TEST_DATA_PATH = /(^|\/)(tests?|testdata|fixtures|examples?|docs?)\//

export function secretFileFinding(
  path: string,
  { id, name, severity }: SecretPattern,
  layer: string,
): Finding {
  const isTestData = TEST_DATA_PATH.test(path)
  const severityHere: Severity = isTestData ? 'low' : severity
  return {
    id,
    type: 'secret',
    severity: severityHere,
    layer,
    location: displayText(path),
    title: `Secret in a file: ${name}`,
    detail: `${isTestData ? 'The path looks like test data; check whether it is.' : 'Anyone who can pull the image can read it, even if a later layer removes the file.'} Replace the secret, and build without it.`,
  }
}
