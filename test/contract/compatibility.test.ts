import { describe, expect, it } from 'vitest'
import {
  AUTHORED,
  differencesOf,
  isAllowed,
  latestRelease,
  readYaml,
  type ContractDocument,
  type ContractName,
} from '../../scripts/compatibility.ts'

/** Returns a small contract, to which each case below applies one change. */
const base = () => ({
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1.4.0' },
  security: [{ Key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        'x-required-scope': 'notes:read',
        'x-required-plan': 'starter',
        security: [{ Key: [] }, { Session: [] }] as object[],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100 },
          },
          { $ref: '#/components/parameters/Cursor' },
        ] as object[],
        responses: {
          '200': {
            description: 'Notes',
            headers: { ETag: { schema: { type: 'string' } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Note' } },
              'text/plain': { schema: { type: 'string' } },
              'application/yaml': { schema: { type: 'object', properties: { id: {} } } },
            },
          },
          '404': { description: 'None' },
        } as Record<string, object>,
      },
      post: {
        operationId: 'createNote',
        'x-max-body-bytes': 4_194_304,
        description: 'Creates a note.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewNote' } } },
        },
        responses: {
          '201': {
            description: 'Created',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
        } as Record<string, object>,
      } as Record<string, unknown> & { requestBody: unknown },
    },
    '/keys': {
      get: {
        operationId: 'getKeys',
        security: [] as object[],
        responses: { '200': { description: 'Keys' } },
      } as Record<string, unknown>,
    },
  } as Record<string, unknown> & {
    '/notes': {
      get: Record<string, unknown> & {
        parameters: object[]
        security: object[]
        responses: Record<
          string,
          { content: Record<string, object>; headers: Record<string, object> }
        >
      }
      post: Record<string, unknown>
    }
    '/keys': { get: Record<string, unknown> }
  },
  components: {
    parameters: { Cursor: { name: 'cursor', in: 'query', schema: { type: 'string' } } },
    securitySchemes: {
      Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      Session: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      NewNote: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 100, description: 'Text.' },
          kind: { type: 'string', enum: ['a', 'b'] },
          more: { type: 'object', 'x-max-bytes': 1000 },
        } as Record<string, Record<string, unknown>>,
      } as {
        type: string
        required: string[]
        properties: Record<string, Record<string, unknown>>
        additionalProperties?: boolean
      },
      Note: {
        type: 'object',
        required: ['id', 'state'],
        properties: {
          id: { type: 'string', maxLength: 20 },
          state: { type: 'string', enum: ['open', 'done'] },
          note: { type: 'string' },
        } as Record<string, Record<string, unknown>>,
      },
    },
  },
})
type Base = ReturnType<typeof base>

const changed = (change: (document: Base) => void): ContractDocument => {
  const document = base()
  change(document)
  return document
}
const before = changed(() => undefined)
const list = (document: Base) => document.paths['/notes'].get
const sent = (document: Base) => document.components.schemas.NewNote
const noteOf = (document: Base) => document.components.schemas.Note

const BREAKING: readonly [name: string, change: (document: Base) => unknown][] = [
  ['a path that is gone', (d) => delete (d.paths as Record<string, unknown>)['/keys']],
  ['removing an operation', (d) => delete (d.paths['/notes'] as Record<string, unknown>)['post']],
  [
    'changing an operationId',
    (d) => {
      list(d)['operationId'] = 'getNotes'
    },
  ],
  ['a status that is gone', (d) => delete list(d).responses['404']],
  ['a media type that is gone', (d) => delete list(d).responses['200']!.content['text/plain']],
  ['removing a YAML response', (d) => delete list(d).responses['200']!.content['application/yaml']],
  ['a response header that is gone', (d) => delete list(d).responses['200']!.headers['ETag']],
  ['a field of a response that is gone', (d) => delete noteOf(d).properties['note']],
  [
    'making a response field optional',
    (d) => {
      noteOf(d).required = ['id']
    },
  ],
  [
    'changing the type of a response field',
    (d) => {
      noteOf(d).properties['id']!['type'] = 'integer'
    },
  ],
  [
    'adding a value to a closed list in a response',
    (d) => {
      noteOf(d).properties['state']!['enum'] = ['open', 'done', 'lost']
    },
  ],
  [
    'lengthening a string in a response',
    (d) => {
      noteOf(d).properties['id']!['maxLength'] = 50
    },
  ],
  [
    'requiring a format in a request',
    (d) => {
      sent(d).properties['text']!['format'] = 'uuid'
    },
  ],
  [
    'making a request member required',
    (d) => {
      sent(d).required = ['text', 'kind']
    },
  ],
  [
    'adding a required request member',
    (d) => {
      sent(d).properties['colour'] = { type: 'string' }
      sent(d).required = ['text', 'colour']
    },
  ],
  ['a member of a request that is gone', (d) => delete sent(d).properties['kind']],
  [
    'forbidding additional request members',
    (d) => {
      sent(d).additionalProperties = false
    },
  ],
  [
    'changing the type of a request member',
    (d) => {
      sent(d).properties['text']!['type'] = 'integer'
    },
  ],
  [
    'reducing a maximum length',
    (d) => {
      sent(d).properties['text']!['maxLength'] = 50
    },
  ],
  [
    'raising a minimum length',
    (d) => {
      sent(d).properties['text']!['minLength'] = 5
    },
  ],
  [
    'adding a pattern',
    (d) => {
      sent(d).properties['text']!['pattern'] = '^a'
    },
  ],
  [
    'removing a value of a request member',
    (d) => {
      sent(d).properties['kind']!['enum'] = ['a']
    },
  ],
  [
    'reducing the size limit of a free-form object',
    (d) => {
      sent(d).properties['more']!['x-max-bytes'] = 500
    },
  ],
  [
    'adding a limit to a free-form object',
    (d) => {
      sent(d).properties['more']!['x-max-depth'] = 4
    },
  ],
  [
    'reducing the size limit of a body',
    (d) => {
      d.paths['/notes'].post['x-max-body-bytes'] = 4_194_303
    },
  ],
  [
    'removing a size limit above the default from a body',
    (d) => delete d.paths['/notes'].post['x-max-body-bytes'],
  ],
  [
    'adding a size limit below the default to a body',
    (d) => {
      d.paths['/keys'].get['x-max-body-bytes'] = 1_048_575
    },
  ],
  [
    'removing a parameter',
    (d) => {
      list(d).parameters.splice(0, 1)
    },
  ],
  [
    'making a parameter required',
    (d) => {
      list(d).parameters[0] = { ...list(d).parameters[0]!, required: true }
    },
  ],
  [
    'adding a required parameter',
    (d) => {
      list(d).parameters.push({
        name: 'org',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      })
    },
  ],
  [
    'adding a required parameter where there was none',
    (d) => {
      d.paths['/keys'].get['parameters'] = [
        { name: 'org', in: 'query', required: true, schema: { type: 'string' } },
      ]
    },
  ],
  [
    'narrowing a parameter',
    (d) => {
      list(d).parameters[0] = {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 50 },
      }
    },
  ],
  [
    'no longer accepting a credential',
    (d) => {
      list(d).security = [{ Key: [] }]
    },
  ],
  [
    'requiring a credential where none was required',
    (d) => {
      d.paths['/keys'].get['security'] = [{ Key: [] }]
    },
  ],
  [
    'requiring a higher plan',
    (d) => {
      list(d)['x-required-plan'] = 'enterprise'
    },
  ],
  [
    'requiring a plan where none was required',
    (d) => {
      d.paths['/keys'].get['x-required-plan'] = 'starter'
    },
  ],
  [
    'requiring a different scope',
    (d) => {
      list(d)['x-required-scope'] = 'notes:all'
    },
  ],
  [
    'requiring a scope where none was required',
    (d) => {
      d.paths['/keys'].get['x-required-scope'] = 'keys:read'
    },
  ],
]

const COMPATIBLE: typeof BREAKING = [
  [
    'adding an operation',
    (d) => {
      ;(d.paths as Record<string, unknown>)['/tags'] = {
        get: { operationId: 'listTags', responses: { '200': { description: 'Tags' } } },
      }
    },
  ],
  [
    'adding an optional parameter',
    (d) => {
      list(d).parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } })
    },
  ],
  [
    'adding an optional parameter where there was none',
    (d) => {
      d.paths['/keys'].get['parameters'] = [{ name: 'q', in: 'query', schema: { type: 'string' } }]
    },
  ],
  [
    'adding an optional request member',
    (d) => {
      sent(d).properties['colour'] = { type: 'string' }
    },
  ],
  [
    'making a request member optional',
    (d) => {
      sent(d).required = []
    },
  ],
  [
    'increasing a maximum length',
    (d) => {
      sent(d).properties['text']!['maxLength'] = 500
    },
  ],
  [
    'adding a value to a request member',
    (d) => {
      sent(d).properties['kind']!['enum'] = ['a', 'b', 'c']
    },
  ],
  [
    'adding a response field',
    (d) => {
      noteOf(d).properties['colour'] = { type: 'string' }
    },
  ],
  [
    'making a response field required',
    (d) => {
      noteOf(d).required = ['id', 'state', 'note']
    },
  ],
  [
    'accepting another credential',
    (d) => {
      list(d).security = [{ Key: [] }, { Session: [] }, { Other: [] }]
    },
  ],
  [
    'adding a status',
    (d) => {
      list(d).responses['418'] = { description: 'Tea' } as never
    },
  ],
]
const NOT_BREAKING: typeof BREAKING = [
  [
    'changing the schema of a YAML response',
    (d) => {
      list(d).responses['200']!.content['application/yaml'] = { schema: {} }
    },
  ],
  [
    'naming a schema',
    (d) => {
      ;(d.components.schemas as Record<string, unknown>)['Text'] = sent(d).properties['text']
      sent(d).properties['text'] = { $ref: '#/components/schemas/Text' }
    },
  ],
  [
    'rewording the description of an operation',
    (d) => {
      d.paths['/notes'].post['description'] = 'Makes a note.'
    },
  ],
  [
    'rewording the description of a member',
    (d) => {
      sent(d).properties['text']!['description'] = 'The text.'
    },
  ],
  [
    'changing the version',
    (d) => {
      d.info.version = '1.5.0'
    },
  ],
  [
    'raising the size limit of a body',
    (d) => {
      d.paths['/notes'].post['x-max-body-bytes'] = 4_194_305
    },
  ],
  [
    'adding a size limit that equals the default to a body',
    (d) => {
      d.paths['/keys'].get['x-max-body-bytes'] = 1_048_576
    },
  ],
  [
    'raising the size limit of a free-form object',
    (d) => {
      sent(d).properties['more']!['x-max-bytes'] = 5000
    },
  ],
  [
    'requiring a lower plan',
    (d) => {
      list(d)['x-required-plan'] = 'free'
    },
  ],
]

describe('compatibility of the contracts', () => {
  it.each(BREAKING)('%s breaks clients', (_, change) => {
    const after = changed(change)
    expect(differencesOf(before, after)[0]).toMatchObject({ breaking: true })
    expect(isAllowed(before, after)).toBe(false)
    expect(isAllowed(before, { ...after, info: { version: '1.5.0' } })).toBe(false)
    expect(isAllowed(before, { ...after, info: { version: '2.0.0' } })).toBe(true)
  })

  it('treats fields that all responses of one kind have as required', () => {
    const some = changed((d) => {
      noteOf(d).required = ['id']
      Object.assign(noteOf(d), { 'x-required': ['state'] })
    })
    expect(differencesOf(before, some)).toEqual([])
    const none = changed((d) => {
      noteOf(d).required = ['id']
      Object.assign(noteOf(d), { 'x-required': [] })
    })
    // The field is in the responses of both operations.
    expect(differencesOf(some, none).map(({ breaking }) => breaking)).toEqual([true, true])
  })

  it.each(Object.keys(AUTHORED) as ContractName[])(
    'the %s contract is compatible with its last release, and comparing changes neither',
    (name) => {
      const [release, authored] = [latestRelease(name)!, readYaml(AUTHORED[name])]
      const breaks = differencesOf(release, authored).filter(({ breaking }) => breaking)
      expect([release, authored]).toEqual([latestRelease(name), readYaml(AUTHORED[name])])
      if (authored.info.version.split('.')[0] === release.info.version.split('.')[0])
        expect(breaks).toEqual([])
    },
    120_000,
  )

  it.each(COMPATIBLE)('%s is a difference that does not break clients', (_, change) => {
    const differences = differencesOf(before, changed(change))
    expect(differences.length).toBeGreaterThan(0)
    expect(differences.filter(({ breaking }) => breaking)).toEqual([])
  })

  it.each(NOT_BREAKING)('%s does not break clients', (_, change) => {
    expect(differencesOf(before, changed(change)).filter(({ breaking }) => breaking)).toEqual([])
  })

  it.each([
    ['the pattern of cursors that the list returns', false, '^notes~[0-9]+$', '^notes~[0-9]+$'],
    ['a pattern other than that of returned cursors', true, '^notes~[0-9]+$', '^[0-9]+$'],
  ])('changing a cursor parameter to %s breaks clients: %s', (_, breaking, returned, accepted) => {
    const paged = (next_cursor: string, cursor: string) =>
      changed((d) => {
        const schema = (pattern: string) => ({ type: 'string', pattern })
        d.components.parameters.Cursor.schema = schema(cursor)
        noteOf(d).properties['next_cursor'] = schema(next_cursor)
      })
    const differences = differencesOf(paged('^.+$', '^.+$'), paged(returned, accepted))
    expect(differences.some((difference) => difference.breaking)).toBe(breaking)
  })

  it.each([
    ['an escape that more dialects have', false, '^[^\\u0000-\\u001F]*$', '^[^\\x00-\\x1F]*$'],
    ['a repetition in two parts', false, '^a(,b{0,9}){0,5}$', '^a(,b{0,9}){0,2}(,b{0,9}){0,3}$'],
    ['a repetition in two parts that is shorter', true, '^a(,b){0,5}$', '^a(,b){0,2}(,b){0,2}$'],
    ['other characters after a backslash', true, '^\\\\u001F$', '^\\\\x1F$'],
    ['another character', true, '^[^\\u0000-\\u001F]*$', '^[^\\x00-\\x2F]*$'],
  ])('changing a pattern to one with %s breaks clients: %s', (_, breaking, earlier, later) => {
    const withPattern = (pattern: string) =>
      changed((d) => {
        const schema = { type: 'string', pattern }
        d.components.parameters.Cursor.schema = schema
      })
    const differences = differencesOf(withPattern(earlier), withPattern(later))
    expect(differences.some((difference) => difference.breaking)).toBe(breaking)
  })

  it('names parameters and credentials, not their positions in a list', () => {
    const found = differencesOf(
      before,
      changed((d) => {
        d.paths['/notes'].get.parameters.push({ name: 'q', in: 'query', schema: {} })
        d.paths['/notes'].get.security.push({ Cookie: [] })
        noteOf(d).properties['size'] = { type: 'integer' }
        noteOf(d).required.push('size')
      }),
    )
    expect(found.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'added: parameter, q',
        'added: security, Cookie',
        'added: response, 200, required "size"',
      ]),
    )
  })

  it('describes where the change is and what it is', () => {
    const [difference] = differencesOf(
      before,
      changed((d) => {
        sent(d).properties['text']!['maxLength'] = 50
      }),
    )
    expect(difference).toEqual({
      where: 'POST /notes',
      what: 'changed: body, text, maxLength 100 to 50',
      breaking: true,
    })
  })
})
