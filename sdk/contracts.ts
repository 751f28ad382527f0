import type { ContractUse } from '../src/contract/uses.ts'

export const CONTRACTS = ['platform', 'agent'] as const
export type Contract = (typeof CONTRACTS)[number]

/** Returns where a registry serves a document, relative to the base URL of its API. */
export function addressOf(contract: Contract, use?: ContractUse): string {
  const query = [
    ...(contract === 'agent' ? ['document=agent'] : []),
    ...(use === undefined ? [] : [`for=${use}`]),
  ]
  return ['/openapi.json', ...(query.length > 0 ? [query.join('&')] : [])].join('?')
}
