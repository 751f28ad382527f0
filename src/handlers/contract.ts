import type { Handlers } from './services.ts'

/** Kept by whoever likes, and asked about before it is used again: the next release changes it at the same address. */
const CACHE = 'no-cache'

/** The contracts themselves, for tools. */
export const contract = {
  async getContractJson({ query, reply }, { contracts }) {
    const { document, etag } = contracts(query.document, query.version)
    return reply(200, document).with({ ETag: etag, 'Cache-Control': CACHE })
  },

  async getContractYaml({ query, reply }, { contracts }) {
    const { yaml, etag } = contracts(query.document, query.version)
    return reply(200, yaml, 'application/yaml').with({ ETag: etag, 'Cache-Control': CACHE })
  },
} satisfies Partial<Handlers>
