import { AGENT_TABLES, type AgentRows } from './tables/agents.ts'
import { AUDIT_TABLES, type AuditRows } from './tables/audit.ts'
import { DISPUTE_TABLES, type DisputeRows } from './tables/disputes.ts'
import { IMAGE_TABLES, type ImageRows } from './tables/images.ts'
import { INSTALLATION_TABLES, type InstallationRows } from './tables/installations.ts'
import { ORGANIZATION_TABLES, type OrganizationRows } from './tables/organizations.ts'
import { OUTBOX_TABLES, type OutboxRows } from './tables/outbox.ts'
import { PLATFORM_TABLES, type PlatformRows } from './tables/platform.ts'
import { POLICY_TABLES, type PolicyRows } from './tables/policies.ts'
import { SIGN_IN_TABLES, type SignInRows } from './tables/sign-in.ts'
import { SUPPORT_TABLES, type SupportRows } from './tables/support.ts'
import { TASK_TABLES, type TaskRows } from './tables/tasks.ts'
import { TRANSPARENCY_TABLES, type TransparencyRows } from './tables/transparency.ts'
import { TRUST_TABLES, type TrustRows } from './tables/trust.ts'
import type { Shapes, TableShape } from './tables/shape.ts'

export type { Column, Index, TableShape } from './tables/shape.ts'

/** All tables and the types of their records. */
export interface Rows
  extends
    OrganizationRows,
    AgentRows,
    InstallationRows,
    PolicyRows,
    TrustRows,
    SignInRows,
    TaskRows,
    DisputeRows,
    SupportRows,
    ImageRows,
    OutboxRows,
    AuditRows,
    TransparencyRows,
    PlatformRows {}
export type TableName = keyof Rows
/** A row of any table. */
export type StoredRow = Readonly<Record<string, unknown>>

/** All tables by name. Adapters create them, and backups contain them, in this order. */
export const TABLES: Shapes<Rows> = {
  ...ORGANIZATION_TABLES,
  ...AGENT_TABLES,
  ...INSTALLATION_TABLES,
  ...POLICY_TABLES,
  ...TRUST_TABLES,
  ...SIGN_IN_TABLES,
  ...TASK_TABLES,
  ...DISPUTE_TABLES,
  ...SUPPORT_TABLES,
  ...IMAGE_TABLES,
  ...OUTBOX_TABLES,
  ...AUDIT_TABLES,
  // A restore has to know the facts of the platform before it reaches the log.
  ...PLATFORM_TABLES,
  ...TRANSPARENCY_TABLES,
}

export const shapeOf = (name: TableName): TableShape => TABLES[name]

/** The names of all tables, in the order of `TABLES`. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]
