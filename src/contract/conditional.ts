import type { OperationObject } from './document.ts'
import type { Incoming } from './typed.ts'
import type { ContractResponse } from './respond.ts'

/** Replaces a 200 whose `ETag` the request names by a 304, if the operation documents 304 (RFC 9110, sections 13.1.2 and 15.4.5). */
export function applyIfNoneMatch(
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
  if (!matches(known, etag)) return response
  const { 'Content-Type': _type, 'Content-Length': _length, ...rest } = response.headers
  return { status: 304, headers: rest, body: undefined }
}

/** Compares weakly, as required for GET (RFC 9110, section 8.8.3.2). */
const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((one) => opaqueTag(one) === opaqueTag(etag))
const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, '')
