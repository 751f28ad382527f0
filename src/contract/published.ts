import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { markImmutable } from './response.ts'

interface Server {
  readonly url: string
  readonly [member: string]: unknown
}

/** The members that every OpenAPI document has. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly [member: string]: unknown
  }
  readonly servers?: readonly Server[]
  readonly paths: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** A contract as clients download it. */
export interface PublishedContract {
  readonly document: OpenApiDocument
  /** Identifies this version of the document. */
  readonly etag: string
  readonly yaml: Buffer
}

/** Prepares a contract for download. `server`, if given, replaces its servers. */
export function publishContract(document: OpenApiDocument, server?: Server): PublishedContract {
  const served = server === undefined ? document : { ...document, servers: [server] }
  const etag = `"${createHash('sha256').update(JSON.stringify(served)).digest('base64url').slice(0, 22)}"`
  let yaml: Buffer | undefined
  return {
    document: markImmutable(served),
    etag,
    get yaml() {
      return (yaml ??= Buffer.from(
        stringify(served, { lineWidth: 0, aliasDuplicateObjects: false }),
      ))
    },
  }
}
