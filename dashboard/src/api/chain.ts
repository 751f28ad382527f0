import { useEffect, useRef, useState } from 'preact/hooks'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'

/** Records of one step: few enough that progress shows, enough that it is quick. */
const STEP = 5000

type Step = Schemas['AuditVerification']

/** How far following the chain has come. */
export type ChainCheck =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly records: number; readonly step: Step | undefined }
  | { readonly kind: 'intact' | 'broken'; readonly records: number; readonly step: Step }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Follows the chain of an organization step by step, as far as it goes. */
export function useChainCheck(organization_id: string) {
  const [check, setCheck] = useState<ChainCheck>({ kind: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => {
    running.current?.abort()
    setCheck({ kind: 'idle' })
  }
  useEffect(() => stop, [organization_id])
  const start = async () => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const tell = (next: ChainCheck) => {
      if (!signal.aborted) setCheck(next)
    }
    await follow(organization_id, signal, tell).catch((error: unknown) =>
      tell({ kind: 'failed', error }),
    )
  }
  return { check, start, stop }
}

async function follow(
  organization_id: string,
  signal: AbortSignal,
  tell: (check: ChainCheck) => void,
): Promise<void> {
  let records = 0
  let from_sequence: number | undefined
  tell({ kind: 'running', records, step: undefined })
  for (;;) {
    const query = { organization_id, from_sequence, limit: STEP }
    const step: Step = await answer(
      api.GET('/audit-logs/verification', { params: { query }, signal }),
    )
    records += step.records
    if (step.complete) return tell({ kind: step.status, records, step })
    from_sequence = step.next_sequence
    tell({ kind: 'running', records, step })
  }
}
