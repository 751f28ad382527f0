import type { Suite } from '../../engine/types.ts'
import { credentialProbes, planProbes, validProbes } from '../../probes/platform/credentials.ts'
import { errorProbes } from '../../probes/platform/errors.ts'
import { forwardingProbes } from '../../probes/platform/forwarding.ts'
import { exportProbes } from '../../probes/platform/exports.ts'
import { installationProbes } from '../../probes/platform/installations.ts'
import { adminProbes } from '../../probes/platform/admin.ts'
import { clockProbes } from '../../probes/platform/clock.ts'
import { paidProbes } from '../../probes/platform/paid.ts'
import { registryProbes } from '../../probes/platform/registry.ts'
import { tokenProbes } from '../../probes/platform/tokens.ts'
import { workspaceProbes } from '../../probes/platform/workspaces.ts'
import { admin } from './admin.ts'
import { auth } from './auth.ts'
import { adminErrors, errors, paidErrors } from './errors.ts'
import { forwarding } from './forwarding.ts'
import { history } from './history.ts'
import { bootstrap } from './bootstrap.ts'
import { expiry } from './expiry.ts'
import { lease, revocation } from './lease.ts'
import { recovery, refresh } from './refresh.ts'
import { audit, retention } from './audit.ts'
import { compliance } from './compliance.ts'
import { exporters } from './exports.ts'
import { images } from './images.ts'
import { network } from './search.ts'
import { support } from './support.ts'
import { plans } from './plans.ts'
import { registry } from './registry.ts'
import { trust } from './trust.ts'
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
  revocation,
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
  expiry,
]
const PAID = [audit, exporters, support, network, retention, compliance, plans, paidErrors]
const ADMIN = [admin, adminTime, adminErrors]
const allExcept = (...excluded: typeof sections): readonly string[] =>
  sections.filter((section) => !excluded.includes(section)).map(({ id }) => id)

/** The rules for platforms, in the order in which they are run and reported. Those that move the clock come last. */
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
    ...exportProbes,
    ...clockProbes,
  ],
  profiles: {
    core: allExcept(...PAID, ...ADMIN),
    paid: PAID.map(({ id }) => id),
    admin: ADMIN.map(({ id }) => id),
    full: sections.map(({ id }) => id),
  },
}
