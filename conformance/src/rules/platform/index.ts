import type { Suite } from '../../engine/types.ts'
import { credentialProbes, planProbes, validProbes } from '../../probes/platform/credentials.ts'
import { errorProbes } from '../../probes/platform/errors.ts'
import { forwardingProbes } from '../../probes/platform/forwarding.ts'
import {
  clockProbes,
  installationProbes,
  tokenProbes,
} from '../../probes/platform/installations.ts'
import { adminProbes, paidProbes } from '../../probes/platform/paid.ts'
import { registryProbes, workspaceProbes } from '../../probes/platform/registry.ts'
import { admin } from './admin.ts'
import { auth } from './auth.ts'
import { adminErrors, errors, paidErrors } from './errors.ts'
import { forwarding } from './forwarding.ts'
import { history } from './history.ts'
import { bootstrap, clock, lease, others, recovery, refresh } from './installations.ts'
import { audit, compliance, exporters, images, network, retention, support } from './paid.ts'
import { plans } from './plans.ts'
import { registry, trust } from './registry.ts'
import { adminTime, time } from './time.ts'
import { tokens } from './tokens.ts'
import { policy, workspaces } from './workspaces.ts'

const sections = [
  auth,
  errors,
  time,
  registry,
  workspaces,
  tokens,
  bootstrap,
  refresh,
  recovery,
  lease,
  others,
  policy,
  trust,
  images,
  audit,
  exporters,
  support,
  network,
  retention,
  compliance,
  plans,
  paidErrors,
  admin,
  adminTime,
  adminErrors,
  history,
  forwarding,
  clock,
]
const PAID = [audit, exporters, support, network, retention, compliance, plans, paidErrors]
const ADMIN = [admin, adminTime, adminErrors]
const without = (...left: typeof sections): readonly string[] =>
  sections.filter((section) => !left.includes(section)).map(({ id }) => id)

/** Everything that can be said about a platform from outside, in the order of the interface; what moves its clock comes last. */
export const platformSuite: Suite = {
  subject: 'platform',
  gate: { takes: 'all', rules: ['AUTH-01.listImages', 'IMG-01'] },
  sections,
  probes: [
    ...credentialProbes,
    ...validProbes,
    ...registryProbes,
    ...workspaceProbes,
    ...tokenProbes,
    ...installationProbes,
    ...errorProbes,
    ...paidProbes,
    ...planProbes,
    ...adminProbes,
    ...forwardingProbes,
    ...clockProbes,
  ],
  profiles: {
    core: without(...PAID, ...ADMIN),
    paid: PAID.map(({ id }) => id),
    admin: ADMIN.map(({ id }) => id),
    full: sections.map(({ id }) => id),
  },
}
