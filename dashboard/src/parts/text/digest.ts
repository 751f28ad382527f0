import { useEffect, useState } from 'preact/hooks'

/** RFC 8785: members in the order of their names, numbers and texts as JavaScript writes them; what is undefined is left out. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

async function sha256Hex(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(canonicalJson(value)),
  )
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type HashCheck = 'fits' | 'differs' | 'unknown'

/**
 * Whether `hash` is the hexadecimal SHA-256 of the canonical JSON of a value, computed in this browser; `unknown` where the browser has no
 * digests because the page is not on https. The value has to be the same object as long as it has not changed.
 */
export function useHashCheck(
  value: object,
  excluded: readonly string[],
  hash: string,
): HashCheck | undefined {
  const [verdict, setVerdict] = useState<HashCheck>()
  useEffect(() => {
    let current = true
    const tell = (found: HashCheck) => {
      if (current) setVerdict(found)
    }
    const covered = Object.fromEntries(
      Object.entries(value).filter(([name]) => !excluded.includes(name)),
    )
    if (isSecureContext)
      void sha256Hex(covered).then((found) => tell(found === hash ? 'fits' : 'differs'))
    else tell('unknown')
    return () => {
      current = false
    }
  }, [value])
  return verdict
}
