import type { Handlers } from './services.ts'

/** Clients may cache a contract, but have to revalidate it, because the next release changes it at the same address. */
const CACHE = 'no-cache'

/** Handles downloads of the contracts. */
export const contract = {
  async getContractJson({ query, reply }, { contracts }) {
    const { document, etag } = contracts(query.document, query.version, query.for)
    return reply(200, document).with({ ETag: etag, 'Cache-Control': CACHE })
  },

  async getContractYaml({ query, reply }, { contracts }) {
    const { yaml, etag } = contracts(query.document, query.version, query.for)
    return reply(200, yaml, 'application/yaml').with({ ETag: etag, 'Cache-Control': CACHE })
  },
} satisfies Partial<Handlers>
