import { backup } from './data/backup.ts'
import { checkConfig } from './server/check-config.ts'
import type { Command } from '../terminal/command.ts'
import { copy } from './data/copy.ts'
import type { Group } from '../terminal/help.ts'
import { load } from './load/load.ts'
import { migrate } from './data/migrate.ts'
import { operatorCommands } from './operator/commands.ts'
import { restore } from './data/restore.ts'
import { sandbox } from './server/sandbox.ts'
import { serve } from './server/serve.ts'
import { verify } from './data/verify.ts'

/** Everything `svc-registry` can do. */
export const commands: readonly Command[] = [
  serve,
  checkConfig,
  sandbox,
  load,
  backup,
  restore,
  copy,
  verify,
  migrate,
  ...operatorCommands,
]

/** What the first words of the operator's commands are about. */
export const groups: readonly Group[] = [
  { name: 'org', about: 'organizations own agents, workspaces and keys, and have a plan.' },
  { name: 'workspace', about: 'agents are installed into workspaces of an organization.' },
  { name: 'api-key', about: "keys with which an organization's programs use the registry." },
  { name: 'member', about: 'people who sign in for an organization.' },
  {
    name: 'invitation',
    about: 'people who are asked to join an organization and have not answered.',
  },
  { name: 'pin', about: 'what lets a person sign in, where no mail brings it.' },
  { name: 'session', about: 'signing a person in from this machine.' },
  { name: 'policy', about: 'what a workspace allows, signed by the platform.' },
  { name: 'agent', about: "the operator's word on agents." },
  { name: 'dispute', about: 'reports against agents, which the operator decides.' },
  { name: 'operator', about: 'people of the platform, who judge disputes in the dashboard.' },
  { name: 'installation', about: 'installed agents, and what they are told to do.' },
  { name: 'image', about: 'container images, and what scans found in them.' },
  { name: 'advisories', about: 'what is known about vulnerable packages.' },
  { name: 'audit', about: 'the tamper-evident log.' },
  { name: 'compliance', about: 'what the records say, for those who have to show it.' },
  {
    name: 'ticket',
    about: 'requests for support, which are kept whatever becomes of the mail about them.',
  },
  { name: 'outbox', about: 'mail and chat messages on their way out.' },
  { name: 'counts', about: 'the numbers that are kept instead of being counted.' },
]
