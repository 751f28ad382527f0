/** Metrics of a platform's process. */
export interface PlatformSample {
  /** Milliseconds since the run began. */
  readonly at: number
  readonly cpu_seconds: number
  readonly memory_bytes: number | null
  /** Start time, which distinguishes processes and restarts. */
  readonly started: string
}

/** Reads a platform's metrics (Prometheus text); resolves with undefined if they are not available. */
export async function readMetrics(url: URL, began: number): Promise<PlatformSample | undefined> {
  const text = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(2000) }).then(
    (response) => (response.ok ? response.text() : undefined),
    () => undefined,
  )
  if (text === undefined) return undefined
  const value = (name: string): string | undefined =>
    new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]
  const [cpu, memory, started] = [
    Number(value('process_cpu_seconds_total')),
    Number(value('process_resident_memory_bytes')),
    value('process_start_time_seconds'),
  ]
  if (!Number.isFinite(cpu)) return undefined
  return {
    at: performance.now() - began,
    cpu_seconds: cpu,
    memory_bytes: Number.isFinite(memory) ? memory : null,
    started: started ?? '',
  }
}

/**
 * Returns the average processor usage in cores between the first and the last sample, or null if the samples span less than half a second
 * or are not all from the same process.
 */
export function coresOf(samples: readonly PlatformSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (
    !first ||
    !last ||
    last.at - first.at < 500 ||
    samples.some(({ started }) => started !== first.started)
  )
    return null
  return (last.cpu_seconds - first.cpu_seconds) / ((last.at - first.at) / 1000)
}
