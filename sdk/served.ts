import type { ContractUse } from '../src/contract/uses.ts'
import { startSandbox } from '../src/sandbox/sandbox.ts'
import { addressOf, CONTRACTS, type Contract } from './contracts.ts'

/** Returns the text of a document that a registry serves. */
export type Served = (contract: Contract, use?: ContractUse) => string

const ADDRESSES = CONTRACTS.flatMap((contract) => [addressOf(contract), addressOf(contract, 'sdk')])

/** Reads every document for generators from a running registry. */
export async function readServed(): Promise<Served> {
  const { info, serving } = await startSandbox(0, 'silent')
  try {
    const entries = await Promise.all(ADDRESSES.map((address) => read(info.base_url, address)))
    return servedFrom(new Map(entries))
  } finally {
    await serving.stop()
  }
}

async function read(base_url: string, address: string): Promise<readonly [string, string]> {
  const response = await fetch(base_url + address)
  if (!response.ok) throw new Error(`GET ${address} responded with ${response.status}`)
  return [address, await response.text()]
}

const servedFrom =
  (texts: ReadonlyMap<string, string>): Served =>
  (contract, use) => {
    const text = texts.get(addressOf(contract, use))
    if (text === undefined) throw new Error(`${addressOf(contract, use)} was not read`)
    return text
  }
