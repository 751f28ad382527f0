import type { Services } from '../../handlers/services.ts'
import { masterKey } from '../../domain/secrets.ts'
import { hashToken } from '../../domain/tokens.ts'
import type { JobServices } from '../../jobs/jobs.ts'
import { exampleOf } from './contract.ts'
import { expectKind, fixedContext } from './fixed-identifiers.ts'
import { FIRST_INSTALLATION, seedFleet } from './fleet.ts'
import { ACME, asKey, seedPeople } from './people.ts'
import { seedRecords } from './records.ts'

export type SeedServices = Pick<Services, 'store' | 'signer' | 'master_keys'>
interface Seeded {
  readonly services: SeedServices
  readonly jobs: JobServices
}

/** The master key of every sandbox. It is published, because the PINs in the contract's examples are derived from it. */
export const EXAMPLE_MASTER_KEY = masterKey(Buffer.from('master-key-of-every-sandbox-0000'))

/**
 * Creates the data of the contract's examples, under the identifiers and with the secrets of the examples, so that a tool that sends the
 * examples gets the documented responses. These secrets are published, so only a sandbox may use them.
 */
export async function seedExamples(app: Seeded): Promise<void> {
  const { services, jobs } = app
  await seedPeople(services, jobs.platformContext)
  const context = () => asKey(jobs.platformContext())
  await seedFleet(services, context)
  await seedRecords(services, context)
  await seedScan(app)
}

/** The interval is shorter than the lease that the example requests. */
const HEARTBEAT_MS = 30_000

/** Sends heartbeats for the installation to which the examples route tasks, because no process runs it. */
export function keepOnline({ services, jobs }: Seeded): {
  readonly renew: () => Promise<unknown>
  readonly stop: () => void
} {
  const renew = () =>
    services.store.renewLease(jobs.platformContext(), {
      installation_id: FIRST_INSTALLATION.installation_id,
      token_hash: hashToken(FIRST_INSTALLATION.runtime_token),
      heartbeat: {},
      jitter: 0,
    })
  const timer = setInterval(() => void renew().catch(jobs.onError), HEARTBEAT_MS).unref()
  return { renew, stop: () => clearInterval(timer) }
}

/** Scans the image of the examples. */
async function seedScan({ services, jobs }: Seeded): Promise<void> {
  const { scan_id, ref } = exampleOf<{ scan_id: string; ref: string }>('ReportOnInvoiceReader')
  const { organization_id } = ACME
  const given = fixedContext(jobs.platformContext(), { ids: [scan_id] })
  const requested = await services.store.requestImageScan(given, {
    organization_id,
    ref,
    digest: null,
  })
  expectKind(requested, 'requested')
  while ((await jobs.imageScans.advance()) > 0);
}
