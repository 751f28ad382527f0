/** Nonces that were spent, for as long as somebody could present them again. */
export interface Nonces {
  /** True for the first to come with it. */
  spend(nonce: string): boolean
}

/** A signature is good within 300 seconds of its timestamp, on either side (contract, Signatures). */
export const KEPT_MS = 600_000
/** Only nonces under a good signature come here, so nobody but their signers can fill it: 800 tasks a second, ten minutes long. */
const MOST_NONCES = 500_000

/** Nonces in memory; beyond `most` the oldest is forgotten. */
export function createNonces(now_ms: () => number, most = MOST_NONCES): Nonces {
  const spent = new Map<string, number>()
  return {
    spend(nonce) {
      forgetExpired(spent, now_ms())
      if (spent.has(nonce)) return false
      if (spent.size >= most) spent.delete(spent.keys().next().value!)
      spent.set(nonce, now_ms() + KEPT_MS)
      return true
    },
  }
}

/** All are kept equally long, so the oldest stand first. */
function forgetExpired(spent: Map<string, number>, now: number): void {
  for (const [nonce, until] of spent) {
    if (until > now) return
    spent.delete(nonce)
  }
}
