import { readFileSync } from 'node:fs'
import {
  publishContract,
  type OpenApiDocument,
  type PublishedContract,
} from './contract/published.ts'

type ContractName = 'platform' | 'agent'
type OpenApiVersion = '3.0' | '3.1'
/** Returns a contract in a version of OpenAPI. The file is read at its first use. */
export type Contracts = (name: ContractName, version: OpenApiVersion) => PublishedContract

const FILES = {
  platform: { '3.0': 'platform.json', '3.1': 'platform-3.1.json' },
  agent: { '3.0': 'agent.json', '3.1': 'agent-3.1.json' },
} as const

/**
 * Creates the contracts for download. The platform's contract states `base_url` as its server. The contract of agents is not changed,
 * because each agent has a different address.
 */
export function createContracts(base_url: string): Contracts {
  const published = new Map<string, PublishedContract>()
  return (name, version) => {
    const file = FILES[name][version]
    const contract =
      published.get(file) ??
      publishContract(readContract(file), name === 'platform' ? base_url : undefined)
    published.set(file, contract)
    return contract
  }
}

const readContract = (file: string): OpenApiDocument =>
  JSON.parse(
    readFileSync(new URL(`../generated/${file}`, import.meta.url), 'utf8'),
  ) as OpenApiDocument
