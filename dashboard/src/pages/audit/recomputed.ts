import { useEffect, useState } from 'preact/hooks'
import type { AuditRecord } from '../../api/audit.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** RFC 8785: members in the order of their names, numbers and texts as JavaScript writes them. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value as Readonly<Record<string, Json>>).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

async function hashOf({ hash: _, ...record }: AuditRecord): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(record as unknown as Json)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the hash of a record is what its members give; `unknown` where the browser has no digests because the page is not on https. */
export function useRecomputed(record: AuditRecord): 'fits' | 'differs' | 'unknown' | undefined {
  const [verdict, setVerdict] = useState<'fits' | 'differs' | 'unknown'>()
  useEffect(() => {
    let current = true
    const tell = (found: 'fits' | 'differs' | 'unknown') => { if (current) setVerdict(found) }
    if (isSecureContext) void hashOf(record).then((hash) => tell(hash === record.hash ? 'fits' : 'differs'))
    else tell('unknown')
    return () => { current = false }
  }, [record])
  return verdict
}
