import { readFileSync } from 'node:fs'
import { documentFor, inlineExamples, type ContractUse } from './contract/uses.ts'
import {
  publishContract,
  type OpenApiDocument,
  type PublishedContract,
} from './contract/published.ts'

type ContractName = 'platform' | 'agent'
type OpenApiVersion = '3.0' | '3.1'
/** Returns a contract in a version of OpenAPI, for tools of one kind if `use` is given. It is built on first use. */
export type Contracts = (
  name: ContractName,
  version: OpenApiVersion,
  use?: ContractUse,
) => PublishedContract

const FILES = {
  platform: { '3.0': 'platform.json', '3.1': 'platform-3.1.json' },
  agent: { '3.0': 'agent.json', '3.1': 'agent-3.1.json' },
} as const

/**
 * Creates the contracts for download. The platform's contract states `base_url` as its server. The contract of agents is not changed,
 * because each agent has a different address.
 */
export function createContracts(base_url: string): Contracts {
  const service = { url: base_url, description: 'This service' }
  const published = new Map<string, PublishedContract>()
  return (name, version, use) => {
    const file = FILES[name][version]
    const key = `${file} ${use}`
    const contract =
      published.get(key) ??
      publishContract(served(readContract(file), use), name === 'platform' ? service : undefined)
    published.set(key, contract)
    return contract
  }
}

/** Returns the contract of the platform, with its examples. */
export const platformContract = (): OpenApiDocument => readContract('platform.json')

const served = (document: OpenApiDocument, use: ContractUse | undefined): OpenApiDocument =>
  use === undefined ? inlineExamples(document) : documentFor(use, document)

const readContract = (file: string): OpenApiDocument =>
  JSON.parse(
    readFileSync(new URL(`../generated/${file}`, import.meta.url), 'utf8'),
  ) as OpenApiDocument
