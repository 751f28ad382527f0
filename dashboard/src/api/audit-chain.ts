import { useEffect, useRef, useState } from 'preact/hooks'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'

/** Records per request: few enough to show progress, many enough to be fast. */
const BATCH_SIZE = 5000

type Step = Schemas['AuditVerification']

/** The state of a verification of the chain. */
export type ChainVerification =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly records: number; readonly step: Step | undefined }
  | { readonly kind: 'intact' | 'broken'; readonly records: number; readonly step: Step }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Verifies the audit chain of an organization in batches, until its end or its first error. */
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
    const update = (next: ChainVerification) => {
      if (!signal.aborted) setVerification(next)
    }
    await verifyChain(organization_id, signal, update).catch((error: unknown) =>
      update({ kind: 'failed', error }),
    )
  }
  return { verification, start, stop }
}

async function verifyChain(
  organization_id: string,
  signal: AbortSignal,
  onProgress: (verification: ChainVerification) => void,
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
