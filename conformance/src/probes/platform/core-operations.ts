import { required } from '../../engine/probe-context.ts'
import {
  imageReference,
  installationId,
  installedAgent,
  READ,
  WRITE,
  type Fixtures,
  type Operation,
} from './fixtures.ts'
import { installationSettings } from './installation-requests.ts'
import { base64, NO_INSTALLATION, NO_WORKSPACE, registration, workspaceId } from './target.ts'

const AGENT = ['agent.register']
const WORKSPACE = ['workspace.create']
const AGENT_AND_WORKSPACE = [...AGENT, ...WORKSPACE]
const INSTALLED = ['install.first']

const workspaces = ({ org }: Fixtures): string => `/orgs/${org}/workspaces`
const workspace = (fixtures: Fixtures): string => `${workspaces(fixtures)}/${fixtures.workspace}`

/**
 * The operations with an API key that every plan includes (docs/specification/organizations.md#plan-features), except `GET /images`, which
 * identifies a platform.
 */
export const CORE_OPERATIONS: readonly Operation[] = [
  {
    id: 'registerAgent',
    ...WRITE,
    plan: 'free',
    path: () => '/agents/register',
    json: ({ context }) => registration(context),
    after: [],
    control: 'REG-01',
  },
  {
    id: 'verifyAgent',
    ...READ,
    plan: 'free',
    path: ({ svc_id }) => `/agents/${svc_id}/verify`,
    after: AGENT,
    control: 'REG-02',
  },
  { id: 'listWorkspaces', ...READ, plan: 'free', path: workspaces, after: [], control: 'WS-05' },
  {
    id: 'createWorkspace',
    ...WRITE,
    plan: 'free',
    path: workspaces,
    json: () => ({ name: 'Conformance', description: 'Created by the conformance suite' }),
    after: [],
    control: 'WS-01',
  },
  {
    id: 'getWorkspace',
    ...READ,
    plan: 'free',
    path: workspace,
    after: WORKSPACE,
    control: 'WS-02',
  },
  {
    id: 'updateWorkspace',
    ...WRITE,
    method: 'PUT',
    plan: 'free',
    path: workspace,
    json: () => ({ name: 'Conformance', description: 'Changed by the conformance suite' }),
    after: ['workspace.put'],
    control: 'WS-03',
  },
  {
    id: 'deleteWorkspace',
    ...READ,
    method: 'DELETE',
    effect: 'destructive',
    plan: 'free',
    path: (fixtures) =>
      `${workspaces(fixtures)}/${required(workspaceId(fixtures.context, 'workspace.doomed'), NO_WORKSPACE)}`,
    after: ['workspace.doomed'],
    control: 'WS-04',
  },
  {
    id: 'listMembers',
    ...READ,
    plan: 'free',
    path: (fixtures) => `${workspace(fixtures)}/members`,
    after: WORKSPACE,
    control: 'WS-06',
  },
  {
    id: 'createInstallToken',
    ...WRITE,
    plan: 'free',
    path: ({ workspace: id }) => `/workspaces/${id}/install-tokens`,
    json: ({ svc_id }) => ({ agent_id: svc_id, expiry_minutes: 5 }),
    after: AGENT_AND_WORKSPACE,
    control: 'TOK-01',
  },
  {
    id: 'recover',
    ...WRITE,
    plan: 'free',
    path: () => '/installations/recovery',
    json: (fixtures) => ({
      agent_id: installedAgent(fixtures.context, 'recovered'),
      workspace_id: fixtures.workspace,
      ...installationSettings(fixtures.context),
    }),
    after: ['recovery'],
    control: 'REC-01',
  },
  {
    id: 'registerBeacon',
    ...WRITE,
    plan: 'free',
    path: ({ installation }) => `/installations/${installation}/beacon/register`,
    json: ({ context }) => ({
      platform: context.settings.extra['platform'] ?? 'linux',
      metadata: { by: 'conformance' },
    }),
    after: INSTALLED,
    control: 'BEAC-01',
  },
  {
    id: 'revoke',
    ...WRITE,
    effect: 'destructive',
    plan: 'free',
    path: (fixtures) =>
      `/installations/${required(installationId(fixtures.context, 'doomed'), NO_INSTALLATION)}/revoke`,
    json: () => ({ reason: 'conformance', shutdown_timeout_ms: 1000 }),
    after: ['install.doomed', 'revoke'],
    control: 'REVO-01',
  },
  {
    id: 'getPolicy',
    ...READ,
    plan: 'free',
    path: ({ workspace }) => `/workspaces/${workspace}/policy`,
    after: WORKSPACE,
    control: 'POL-01',
  },
  {
    id: 'verifyTrust',
    ...WRITE,
    plan: 'free',
    path: () => '/trust/verify',
    json: ({ svc_id, workspace }) => ({
      svc_id,
      signature: base64('ab'.repeat(64)),
      context: { workspace_id: workspace },
    }),
    after: AGENT_AND_WORKSPACE,
    control: 'TRUST-01',
  },
  {
    id: 'trustProfile',
    ...READ,
    plan: 'free',
    path: ({ svc_id }) => `/trust/profile/did:svc:${svc_id}`,
    after: AGENT,
    control: 'TRUST-02',
  },
  {
    id: 'trustHeaders',
    ...WRITE,
    plan: 'free',
    path: () => '/trust/headers',
    json: ({ svc_id }) => ({
      svc_id,
      request_body_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
    after: AGENT,
    control: 'TRUST-03',
  },
  {
    id: 'scanImage',
    ...WRITE,
    plan: 'free',
    path: (fixtures) => `/images/${imageReference(fixtures)}/scan`,
    after: [],
    control: 'IMG-02',
  },
  {
    id: 'scanReport',
    ...READ,
    plan: 'free',
    path: (fixtures) => `/images/${imageReference(fixtures)}/scan-report`,
    after: [],
    control: 'IMG-02',
  },
]
