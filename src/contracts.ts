import { readFileSync } from 'node:fs'
import { publish, type OpenApiDocument, type Published } from './contract/published.ts'

export type ContractName = 'platform' | 'agent'
export type OpenApiVersion = '3.0' | '3.1'
/** Both contracts in both versions of OpenAPI, each read when somebody first asks for it. */
export type Contracts = (name: ContractName, version: OpenApiVersion) => Published

const FILES = {
  platform: { '3.0': 'platform.json', '3.1': 'platform-3.1.json' },
  agent: { '3.0': 'agent.json', '3.1': 'agent-3.1.json' },
} as const

/** The contracts as a platform at `base_url` hands them out. Agents have addresses of their own, so theirs stays as it is written. */
export function createContracts(base_url: string): Contracts {
  const made = new Map<string, Published>()
  return (name, version) => {
    const file = FILES[name][version]
    const known =
      made.get(file) ?? publish(readContract(file), name === 'platform' ? base_url : undefined)
    made.set(file, known)
    return known
  }
}

const readContract = (file: string): OpenApiDocument =>
  JSON.parse(
    readFileSync(new URL(`../generated/${file}`, import.meta.url), 'utf8'),
  ) as OpenApiDocument
