import type { OpenApiDocument } from '../src/contract/published.ts'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'
import { PLANTED_VIOLATIONS, plantingProxy, type PlantedViolation } from './planted.ts'
import { send, sendTraffic } from './traffic.ts'
import type { ValidatingProxy, Validator } from './validator.ts'

/** What one validator found. */
export interface Verdict {
  /** The number of requests that it forwarded, excluding those with a planted violation. */
  readonly requests: number
  /** What it reported about traffic that conforms to the contract. */
  readonly violations: readonly string[]
  /** What a client could not do through it. */
  readonly failures: readonly string[]
  /** Planted violations that it did not report. */
  readonly missed: readonly string[]
}

/** Runs a validator in front of a sandbox: first with requests that conform to the contract, and then with planted violations. */
export async function checkValidator(
  { query, start, send: traffic = sendTraffic }: Validator,
  info: SandboxInfo,
): Promise<Verdict> {
  const planting = await plantingProxy(info.base_url)
  const document_url = `${info.base_url}/openapi.json${query}`
  const document = (await (await fetch(document_url)).json()) as OpenApiDocument
  const upstream = { base_url: planting.base_url, document_url, document }
  // Some tools resolve references in the document that they are given.
  const proxy = await start(structuredClone(upstream))
  try {
    const failures = await traffic(proxy.base_url, info, document)
    const violations = [...proxy.violations]
    const requests = planting.forwarded()
    return { requests, violations, failures, missed: await missedViolations(proxy, planting.plant) }
  } finally {
    await proxy.stop()
    planting.stop()
  }
}

async function missedViolations(
  { base_url, violations }: ValidatingProxy,
  plant: (next: PlantedViolation) => void,
): Promise<readonly string[]> {
  const missed: string[] = []
  for (const next of PLANTED_VIOLATIONS) {
    const before = violations.length
    plant(next)
    await (await send(base_url, next.request)).text()
    if (violations.length === before) missed.push(next.name)
  }
  return missed
}
