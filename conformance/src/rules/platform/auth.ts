import type { Rule, Section } from '../../engine/types.ts'
import { answered, each, firstOf, ok, OK } from '../../judge/atoms.ts'
import { OPERATIONS } from '../../probes/platform/operations.ts'
import { is, isNot, nth } from './judges.ts'

const TASKS = {
  line: 316,
  quote: '| GET | /tasks | bearer (API key value) | `X-Workspace-ID: <workspace_id>` |',
}
const CLAUSE = { line: 378, quote: 'unauthorized, invalid or missing API key' }

const gate: Rule = {
  id: 'AUTH-01.listImages',
  level: 'MUST',
  basis: 'quoted',
  clause: CLAUSE,
  title:
    'GET /images is 401 without a key, and not 401 with a valid one: with IMG-01 this shows that it is a platform',
  needs: [],
  probes: ['images'],
  judge: (seen) =>
    firstOf([
      () => each(seen.of('images'), OK, answered),
      () => nth(seen, 'images', 2, isNot(401)),
      () => nth(seen, 'images', 0, is(401)),
    ]),
  hint: 'The address ends with /api/v1, and the key is one of this platform.',
}

const missing = (id: string): Rule => ({
  id: `AUTH-01.${id}`,
  level: 'MUST',
  basis: 'quoted',
  clause: CLAUSE,
  title: `${id} is 401 without a key, and not 401 with a valid one`,
  needs: [],
  probes: [`auth.${id}`],
  judge: (seen) =>
    firstOf([
      () => each(seen.of(`auth.${id}`), OK, answered),
      () => nth(seen, `auth.${id}`, 2, isNot(401)),
      () => nth(seen, `auth.${id}`, 0, is(401)),
    ]),
  hint: 'Look for the key before the plan, the resource and the body.',
  accepts: 'With a valid key any status but 401: other rules look at that.',
})

const invalid = (id: string, probe = `auth.${id}`): Rule => ({
  id: `AUTH-02.${id}`,
  level: 'MUST',
  basis: 'quoted',
  clause: CLAUSE,
  title: `${id} is 401 with a key that is none`,
  needs: [`AUTH-01.${id}`],
  probes: [probe],
  judge: (seen) => nth(seen, probe, 1, is(401)),
  hint: 'A key has to be looked up, not only looked at.',
})

const rules: readonly Rule[] = [
  gate,
  ...OPERATIONS.map(({ id }) => missing(id)),
  invalid('listImages', 'images'),
  ...OPERATIONS.map(({ id }) => invalid(id)),
  {
    id: 'AUTH-02.listTasks',
    level: 'MUST',
    basis: 'quoted',
    clause: CLAUSE,
    title: 'GET /tasks is 401 with a bearer that is no key',
    needs: ['AUTH-03'],
    probes: ['tasks'],
    judge: (seen) => nth(seen, 'tasks', 1, is(401)),
    hint: 'A key has to be looked up, not only looked at.',
  },
  {
    id: 'AUTH-03',
    level: 'MUST',
    basis: 'quoted',
    clause: TASKS,
    title: 'GET /tasks is 401 without a bearer',
    needs: ['HIST-01'],
    probes: ['tasks'],
    judge: (seen) => nth(seen, 'tasks', 0, is(401)),
    hint: 'Here the API key stands in Authorization; line 378 says what is answered when it is missing.',
    accepts: 'What is answered without X-Workspace-ID is not stated.',
  },
  {
    id: 'AUTH-03.workspace',
    level: 'INFO',
    basis: 'inferred',
    clause: TASKS,
    title: 'How GET /tasks without X-Workspace-ID is answered',
    needs: ['HIST-01'],
    probes: ['tasks'],
    judge: ({ of }) => {
      const outcome = of('tasks')[3]?.outcome
      return ok(outcome?.kind === 'answer' ? `With status ${outcome.status}.` : 'Not at all.')
    },
    hint: 'Not stated.',
  },
]

export const auth: Section = { id: 'auth', title: 'API keys', rules }
