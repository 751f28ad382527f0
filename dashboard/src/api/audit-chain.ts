import { useEffect, useRef, useState } from 'preact/hooks'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'

/** Records of one step: few enough that progress shows, enough that it is quick. */
const BATCH_SIZE = 5000

type Step = Schemas['AuditVerification']

/** How far following the chain has come. */
export type ChainVerification =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly records: number; readonly step: Step | undefined }
  | { readonly kind: 'intact' | 'broken'; readonly records: number; readonly step: Step }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Follows the chain of an organization step by step, as far as it goes. */
export function useChainVerification(organization_id: string) {
  const [verification, setVerification] = useState<ChainVerification>({ kind: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => {
    running.current?.abort()
    setVerification({ kind: 'idle' })
  }
  useEffect(() => stop, [organization_id])
  const start = async () => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const tell = (next: ChainVerification) => {
      if (!signal.aborted) setVerification(next)
    }
    await verifyChain(organization_id, signal, tell).catch((error: unknown) =>
      tell({ kind: 'failed', error }),
    )
  }
  return { check: verification, start, stop }
}

async function verifyChain(
  organization_id: string,
  signal: AbortSignal,
  onProgress: (check: ChainVerification) => void,
): Promise<void> {
  let records = 0
  let from_sequence: number | undefined
  onProgress({ kind: 'running', records, step: undefined })
  for (;;) {
    const query = { organization_id, from_sequence, limit: BATCH_SIZE }
    const step: Step = await unwrap(
      api.GET('/audit-logs/verification', { params: { query }, signal }),
    )
    records += step.records
    if (step.complete) return onProgress({ kind: step.status, records, step })
    from_sequence = step.next_sequence
    onProgress({ kind: 'running', records, step })
  }
}
