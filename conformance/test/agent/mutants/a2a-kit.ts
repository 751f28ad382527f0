import type { A2aDialect } from '../../../src/probes/agent/a2a-dialects.ts'
import type { TestRequest, TestResponse } from '../../support/handler.ts'
import { mapJson, mapResponse, type Mutant } from '../../support/mutants.ts'
import { a2aAgent, A2A_CARD_PATH, A2A_PATH, type A2aShape, type Version } from '../a2a-agent.ts'
import { withHeaders, withoutHeaders, type Json } from './change.ts'

/** The rules that find the same fault in each version. */
export const RULES = {
  '1.0': {
    interfaces: 'A2A10-02',
    members: 'A2A10-03',
    capabilities: 'A2A10-04',
    skills: 'A2A10-05',
    unique: 'A2A10-06',
    response: 'A2A10-09',
    json: 'A2A10-10',
    result: 'A2A10-11',
    task: 'A2A10-12',
    waits: 'A2A10-13',
    part: 'A2A10-14',
    message: 'A2A10-15',
    get: 'A2A10-17',
    unknown_task: 'A2A10-18',
    cancel: 'A2A10-19',
    method: 'A2A10-20',
    params: 'A2A10-21',
    malformed: 'A2A10-22',
    notify: 'A2A10-25',
    events: 'A2A10-26',
    order: 'A2A10-27',
    no_stream: 'A2A10-28',
  },
  '0.3': {
    interfaces: 'A2A03-02',
    members: 'A2A03-04',
    capabilities: 'A2A03-05',
    skills: 'A2A03-06',
    unique: 'A2A03-07',
    response: 'A2A03-08',
    json: 'A2A03-09',
    result: 'A2A03-10',
    task: 'A2A03-11',
    waits: 'A2A03-12',
    part: 'A2A03-13',
    message: 'A2A03-14',
    get: 'A2A03-15',
    unknown_task: 'A2A03-16',
    cancel: 'A2A03-17',
    method: 'A2A03-18',
    params: 'A2A03-19',
    malformed: 'A2A03-20',
    notify: 'A2A03-21',
    events: 'A2A03-22',
    order: 'A2A03-23',
    no_stream: 'A2A03-25',
  },
} as const satisfies Record<Version, Readonly<Record<string, string>>>
type Name = keyof (typeof RULES)['1.0']

const methodOf = ({ body }: TestRequest): unknown =>
  body.endsWith('}') ? (JSON.parse(body) as Json)['method'] : undefined

/** Creates the mutants of one version. Their agents support only that version, so that no other section is judged. */
export class MutantFactory {
  readonly #dialect: A2aDialect
  readonly #rules: Readonly<Record<Name, string>>

  constructor(dialect: A2aDialect, rules: Readonly<Record<Name, string>>) {
    this.#dialect = dialect
    this.#rules = rules
  }

  #mutant(name: string, foundBy: string, make: Mutant['make']): Mutant {
    const { version } = this.#dialect
    return {
      name: `A2A ${version}: ${name}`,
      foundBy: [foundBy],
      make,
      settings: { profile: `a2a-${version}` },
    }
  }

  #agent(shape: Partial<A2aShape> = {}) {
    return a2aAgent({ versions: [this.#dialect.version], ...shape })
  }

  card(name: string, rule: Name | `A2A${string}`, change: (card: Json) => Json): Mutant {
    return this.#mutant(`a card ${name}`, this.#id(rule), () =>
      mapJson(this.#agent(), A2A_CARD_PATH, change),
    )
  }

  #id(rule: Name | `A2A${string}`): string {
    return rule in this.#rules ? this.#rules[rule as Name] : rule
  }

  skill(name: string, rule: Name, change: (skill: Json) => Json): Mutant {
    return this.card(`with ${name}`, rule, (card) => ({
      ...card,
      skills: (card['skills'] as Json[]).map((one, i) => (i === 1 ? change(one) : one)),
    }))
  }

  headers(name: string, rule: Name | `A2A${string}`, header: string, value?: string): Mutant {
    return this.#mutant(`a card ${name}`, this.#id(rule), () =>
      mapResponse(this.#agent(), A2A_CARD_PATH, (response) =>
        value === undefined
          ? withoutHeaders(response, header)
          : withHeaders(response, { [header]: value }),
      ),
    )
  }

  /** Changes the responses to one method. */
  response(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'] | 'malformed',
    change: (response: TestResponse, request: TestRequest) => TestResponse,
    shape: Partial<A2aShape> = {},
  ): Mutant {
    const wanted = method === 'malformed' ? undefined : this.#dialect.methods[method]
    return this.#mutant(name, this.#id(rule), () =>
      mapResponse(this.#agent(shape), A2A_PATH, (response, request) =>
        methodOf(request) === wanted ? change(response, request) : response,
      ),
    )
  }

  /** Changes the JSON of the responses to one method. */
  json(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'],
    change: (body: Json, request: TestRequest) => Json,
    shape: Partial<A2aShape> = {},
  ): Mutant {
    return this.response(
      name,
      rule,
      method,
      (response, request) => ({
        ...response,
        body: JSON.stringify(change(JSON.parse(response.body) as Json, request)),
      }),
      shape,
    )
  }

  /** Changes the text of the responses to one method. */
  text(
    name: string,
    rule: Name | `A2A${string}`,
    method: keyof A2aDialect['methods'],
    from: string | RegExp,
    to: string,
  ): Mutant {
    const change = (response: TestResponse): TestResponse => ({
      ...response,
      body: response.body.replace(from, to),
    })
    return this.response(name, rule, method, change)
  }
}
