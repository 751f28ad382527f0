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
import { generateKey } from './trust/generate-key.ts'
import { verify } from './data/verify.ts'
import { witness } from './transparency/witness.ts'

/** The commands of `svc-registry`. */
export const commands: readonly Command[] = [
  serve,
  checkConfig,
  sandbox,
  load,
  witness,
  backup,
  restore,
  copy,
  verify,
  migrate,
  generateKey,
  ...operatorCommands,
]

/** Descriptions of the groups of operator commands, by their first word. */
export const groups: readonly Group[] = [
  { name: 'org', about: 'organizations own agents, workspaces and keys, and have a plan.' },
  { name: 'workspace', about: 'parts of an organization in which agents are installed.' },
  { name: 'api-key', about: "keys with which an organization's programs use the registry." },
  { name: 'member', about: 'people who sign in for an organization.' },
  { name: 'invitation', about: 'open invitations to an organization.' },
  { name: 'pin', about: 'sign-in PINs, for a registry without mail.' },
  { name: 'session', about: 'sign-ins created on this machine.' },
  { name: 'policy', about: 'the rules of a workspace, signed by the platform.' },
  { name: 'agent', about: 'the agents of all organizations, which the operator can suspend.' },
  { name: 'dispute', about: 'complaints about agents, which an operator decides.' },
  { name: 'operator', about: 'people who judge disputes for the platform, in the dashboard.' },
  { name: 'key', about: 'the keys with which the platform and its log sign, and the master keys.' },
  { name: 'installation', about: 'installed agents and the commands sent to them.' },
  { name: 'image', about: 'container images and the findings of their scans.' },
  { name: 'advisories', about: 'data about vulnerable packages.' },
  { name: 'audit', about: 'the tamper-evident log.' },
  { name: 'compliance', about: "compliance evidence from the registry's records." },
  {
    name: 'ticket',
    about: 'support requests, which are stored whether or not their mail is sent.',
  },
  { name: 'outbox', about: 'mail and chat messages waiting to be sent.' },
  { name: 'counts', about: 'counts that are stored and updated with every change.' },
]
