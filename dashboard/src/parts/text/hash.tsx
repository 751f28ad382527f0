import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../badge.tsx'
import { Id } from './copyable.tsx'

const RESULTS = {
  matches: <Badge tone="good">recomputed, matches</Badge>,
  differs: <Badge tone="bad">recomputed, differs</Badge>,
  unknown: <span class="muted small">cannot be recomputed without HTTPS</span>,
}

/** Shows the hash of a record and compares it with one that is computed in this browser from the other members. */
export function Hash<Hashed extends { readonly hash: string }>({
  record,
  excluded = ['hash'],
}: {
  record: Hashed
  excluded?: readonly string[]
}) {
  const check = useHashCheck(record, excluded, record.hash)
  return (
    <span class="row">
      <Id value={record.hash} label="hash" />
      {check && RESULTS[check]}
    </span>
  )
}

/** Returns the canonical JSON of a value (RFC 8785): members are sorted by name, and undefined members are omitted. */
function canonicalJson(value: unknown): string {
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

type HashCheck = 'matches' | 'differs' | 'unknown'

/**
 * Compares `hash` with the hexadecimal SHA-256 of the canonical JSON of a value, computed in this browser. Without https the browser cannot
 * compute digests, and the result is `unknown`. The value must be the same object for as long as it does not change.
 */
function useHashCheck(
  value: object,
  excluded: readonly string[],
  hash: string,
): HashCheck | undefined {
  const [check, setCheck] = useState<HashCheck>()
  useEffect(() => {
    let current = true
    const update = (result: HashCheck) => {
      if (current) setCheck(result)
    }
    const covered = Object.fromEntries(
      Object.entries(value).filter(([name]) => !excluded.includes(name)),
    )
    if (isSecureContext)
      void sha256Hex(covered).then((digest) => update(digest === hash ? 'matches' : 'differs'))
    else update('unknown')
    return () => {
      current = false
    }
  }, [value])
  return check
}
