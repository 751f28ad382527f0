import { h, type AnyComponent } from 'preact'
import { describe, expect, it } from 'vitest'
import { AccessPanel } from '../../../dashboard/src/pages/agents/access.tsx'
import Audit from '../../../dashboard/src/pages/audit/audit.tsx'
import { EvidenceList } from '../../../dashboard/src/pages/compliance/evidence.tsx'
import Dispute from '../../../dashboard/src/pages/disputes/dispute.tsx'
import Disputes from '../../../dashboard/src/pages/disputes/disputes.tsx'
import Fleet from '../../../dashboard/src/pages/installations/list/fleet.tsx'
import Installations from '../../../dashboard/src/pages/installations/list/installations.tsx'
import { NeverBootstrapped } from '../../../dashboard/src/pages/installations/list/never-bootstrapped.tsx'
import Tokens from '../../../dashboard/src/pages/installations/tokens/tokens.tsx'
import Keys from '../../../dashboard/src/pages/organizations/keys/keys.tsx'
import { KeyDetailsDialog } from '../../../dashboard/src/pages/organizations/keys/key-details.tsx'
import Members from '../../../dashboard/src/pages/organizations/members/members.tsx'
import Usage from '../../../dashboard/src/pages/organizations/usage/usage.tsx'
import Overview from '../../../dashboard/src/pages/overview/overview.tsx'
import WorkspaceMembers from '../../../dashboard/src/pages/workspaces/members.tsx'
import Workspaces from '../../../dashboard/src/pages/workspaces/workspaces.tsx'
import { NamedEntity } from '../../../dashboard/src/entities/named-entity.tsx'
import { renderPage, textOf, type QueryResponse, type Role } from './render.ts'

const EVE = 'eve@acme.example'
const AT = '2026-03-02T09:10:00.000Z'
const OWNERS = {
  data: {
    items: [
      {
        user_id: 'u',
        invitation_id: 'i',
        email: EVE,
        role: 'owner',
        joined_at: AT,
        expires_at: AT,
      },
    ],
    total: 1,
  },
}
const NOTHING = { data: { items: [], total: 0, limit: 50 } }
const WORKSPACE = { pattern: '/workspaces/:workspace_id', path: '/workspaces/ws_1' }
const quota = { current: 0, max: 10 }
const all = <Value>(names: string, value: Value) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))
const quotas = all('workspaces agents installations install_tokens api_keys stored_bytes', quota)
const organization = { name: 'Acme', plan: 'enterprise', quotas, created_at: AT }
const counts = all('online unhealthy offline stopped paused revoked terminated', 0)
const token = {
  token_id: 't',
  workspace_id: 'ws_1',
  agent_id: 'svc-a',
  state: 'expired',
  created_at: AT,
  expires_at: AT,
}
const agent = { own: true, private: false, installable_by: 'anyone', installations: { current: 0 } }
const evidence = {
  id: 'e',
  title: 'Logs',
  status: 'supported',
  facts: [],
  records: [{ sequence: 7, event_type: 'task.routed', occurred_at: AT }],
}
const dispute = {
  dispute_id: 'd',
  svc_id: 'svc-a',
  state: 'open',
  issue_type: 'security_concern',
  description: 'It paid twice.',
  opened_at: AT,
  evidence: {},
}
const apiKey = { key_id: 'key_1', name: 'ci', preview: 'sk', created_at: AT }
const noInstallations: QueryResponse = [
  ['installation-list', 'org_1', 'page', { workspace_ids: ['ws_1'] }, undefined],
  NOTHING,
]

interface Case {
  readonly page: AnyComponent<never>
  readonly props?: object
  readonly at?: { readonly pattern?: string; path?: string; query?: Record<string, string> }
  readonly responded?: readonly QueryResponse[]
  /** A part of the HTML that is shown only to the permitted roles. */
  readonly offered: string
  /** The text that the others see instead. */
  readonly explained?: string
  readonly permitted: Role
  readonly others: readonly Role[]
}

const noPage = (role: string) =>
  `${role} can read this page. An admin or owner can change your role.`

const CASES: Readonly<Record<string, Case>> = {
  'to verify and download the audit log': {
    page: Audit,
    offered: '>Download</button>',
    explained: noPage('An auditor, admin or owner'),
    permitted: 'auditor',
    others: ['developer', 'viewer'],
  },
  'the members of the organization': {
    page: Members,
    offered: 'Open invitations',
    explained: noPage('A developer, auditor, admin or owner'),
    permitted: 'auditor',
    others: ['viewer'],
  },
  'the API keys': {
    page: Keys,
    offered: 'aria-label="Organization"',
    explained: noPage('A developer, auditor, admin or owner'),
    permitted: 'developer',
    others: ['viewer'],
  },
  'the usage of the plan': {
    page: Usage,
    offered: 'aria-label="Organization"',
    explained: noPage('A developer, auditor, admin or owner'),
    permitted: 'developer',
    others: ['viewer'],
  },
  'to change the retention': {
    page: Usage,
    responded: [[['organization', 'org_1'], { data: organization }]],
    offered: '>Change</button>',
    permitted: 'admin',
    others: ['developer', 'auditor'],
  },
  'to create the first install token of a workspace': {
    page: Installations,
    at: WORKSPACE,
    responded: [noInstallations],
    offered: 'Create an install token',
    explained: 'A developer, admin or owner can create a token.',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'to create an install token': {
    page: Tokens,
    at: WORKSPACE,
    responded: [[['install-tokens', 'ws_1', undefined, 50], NOTHING]],
    offered: 'New install token',
    explained: 'A developer, admin or owner can create a token.',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'to replace an install token that was never used': {
    page: NeverBootstrapped,
    props: { workspace_id: 'ws_1' },
    responded: [
      [['install-tokens', 'ws_1', undefined, 200], { data: { items: [token] } }],
      [['installation-list', 'ws_1', 'newest', 'svc-a'], NOTHING],
    ],
    offered: 'Create new token',
    explained: 'View token',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'to choose a workspace for the first installation': {
    page: Fleet,
    responded: [[['installation-list', 'org_1', 'page', {}, undefined], NOTHING]],
    offered: 'Choose a workspace',
    explained: 'A developer, admin or owner can install an agent',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'to install an agent from its page': {
    page: AccessPanel,
    props: { agent },
    offered: 'create an install token',
    explained: 'A developer, admin or owner of your organization can install it.',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'the first steps': {
    page: Overview,
    responded: [
      [['installation-list', 'org_1', 'state'], { data: { counts, needing_attention: [] } }],
    ],
    offered: 'Create a workspace',
    explained: 'A developer, admin or owner can install one.',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'to create a workspace': {
    page: Workspaces,
    responded: [[['workspaces', 'org_1', 'page', 0], NOTHING]],
    offered: 'New workspace',
    explained: 'An admin or owner can create a workspace.',
    permitted: 'admin',
    others: ['developer', 'viewer'],
  },
  'to manage members from a workspace': {
    page: WorkspaceMembers,
    at: WORKSPACE,
    offered: 'Manage members',
    explained: 'An admin or owner of the organization can change their roles.',
    permitted: 'admin',
    others: ['developer', 'viewer'],
  },
  'to change and remove an owner': {
    page: Members,
    responded: [[['members', 'org_1', undefined], OWNERS]],
    offered: `Change role of ${EVE}`,
    permitted: 'owner',
    others: ['admin', 'auditor'],
  },
  'to withdraw an invitation for an owner': {
    page: Members,
    responded: [[['invitations', 'org_1', undefined], OWNERS]],
    offered: `Withdraw the invitation for ${EVE}`,
    permitted: 'owner',
    others: ['admin', 'auditor'],
  },
  'to create an API key': {
    page: Keys,
    responded: [[['api-keys', 'org_1', undefined], NOTHING]],
    offered: 'Create API key',
    explained: 'An admin or owner can create a key.',
    permitted: 'admin',
    others: ['developer', 'auditor'],
  },
  'the audit records of an API key': {
    page: KeyDetailsDialog,
    props: { apiKey, onClose: () => undefined },
    offered: 'Audit records of this key',
    explained: 'An auditor, admin or owner can see its audit records.',
    permitted: 'auditor',
    others: ['developer'],
  },
  'to report an agent, even if the URL requests it,': {
    page: Disputes,
    at: { query: { report: 'agent' } },
    responded: [[['disputes', { organization_id: 'org_1', side: 'made' }], NOTHING]],
    offered: '<dialog',
    explained: 'a developer, admin or owner can report it',
    permitted: 'developer',
    others: ['auditor', 'viewer'],
  },
  'the audit records of a dispute': {
    page: Dispute,
    at: { pattern: '/disputes/:dispute_id', path: '/disputes/d' },
    responded: [[['dispute', 'd'], { data: dispute }]],
    offered: 'View in audit log',
    permitted: 'auditor',
    others: ['developer', 'viewer'],
  },
  'the audit records of a compliance report': {
    page: EvidenceList,
    props: { evidence: [evidence] },
    offered: '/audit?record=7',
    explained: '7',
    permitted: 'auditor',
    others: ['developer', 'viewer'],
  },
  'the page of the organization': {
    page: NamedEntity,
    props: { type: 'organization', id: 'org_1' },
    offered: 'href=',
    explained: 'Acme',
    permitted: 'developer',
    others: ['viewer'],
  },
}

describe('the dashboard', () => {
  it.each(Object.entries(CASES))(
    'offers %s only to the roles that permit it',
    async (_, { page, props, at, responded = [], offered, explained, permitted, others }) => {
      const as = (role: Role) =>
        renderPage(() => h(page, (props ?? {}) as never), { ...at, responded, role })
      expect(await as(permitted)).toContain(offered)
      for (const role of others) {
        const html = await as(role)
        expect(html, role).not.toContain(offered)
        expect(textOf(html), role).toContain(explained ?? '')
      }
    },
  )
})
