import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { asUnchanging } from './respond.ts'

/** What is certain about any OpenAPI document. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly [member: string]: unknown
  }
  readonly servers?: readonly { readonly url: string; readonly [member: string]: unknown }[]
  readonly paths: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** A contract as it is handed out. */
export interface Published {
  readonly document: OpenApiDocument
  /** Names this state of the document. */
  readonly etag: string
  readonly yaml: Buffer
}

/** A contract to be handed out; `server` takes the place of the addresses in it, where one is given. */
export function publish(document: OpenApiDocument, server?: string): Published {
  const served =
    server === undefined
      ? document
      : { ...document, servers: [{ url: server, description: 'This service' }] }
  const etag = `"${createHash('sha256').update(JSON.stringify(served)).digest('base64url').slice(0, 22)}"`
  let yaml: Buffer | undefined
  return {
    document: asUnchanging(served),
    etag,
    get yaml() {
      return (yaml ??= Buffer.from(
        stringify(served, { lineWidth: 0, aliasDuplicateObjects: false }),
      ))
    },
  }
}
