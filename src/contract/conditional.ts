import type { OperationObject } from './document.ts'
import type { Incoming } from './typed.ts'
import type { ContractResponse } from './respond.ts'

/**
 * The answer to whoever has the representation already: 304 in place of a 200 whose `ETag` the request names, where the
 * operation documents 304 (RFC 9110, sections 13.1.2 and 15.4.5).
 */
export function unlessKnown(
  response: ContractResponse,
  { headers }: Incoming,
  operation: OperationObject | undefined,
): ContractResponse {
  const known = headers['if-none-match']
  const etag = response.headers['ETag']
  if (
    known === undefined ||
    etag === undefined ||
    response.status !== 200 ||
    !operation?.responses['304']
  )
    return response
  if (!names(known, etag)) return response
  const { 'Content-Type': _type, 'Content-Length': _length, ...rest } = response.headers
  return { status: 304, headers: rest, body: undefined }
}

/** Weak comparison, as GET asks for it (RFC 9110, section 8.8.3.2). */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((one) => opaque(one) === opaque(etag))
const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')
