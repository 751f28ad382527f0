import type { Judge, Rule, Section } from '../../engine/types.ts'
import {
  describeStatus,
  each,
  firstFailure,
  hasResponse,
  hasStatus,
  ok,
  OK,
  untested,
} from '../../judge/assertions.ts'
import { OPERATIONS } from '../../probes/platform/operations.ts'
import { hasOtherStatus, checkNth } from './assertions.ts'

const TASKS = {
  line: 316,
  quote: '| GET | /tasks | bearer (API key value) | `X-Workspace-ID: <workspace_id>` |',
}
const CLAUSE = { line: 378, quote: 'unauthorized, invalid or missing API key' }

/** Judges a request without a key and with a valid one. */
const requiresKey =
  (probe: string): Judge =>
  (evidence) =>
    firstFailure([
      () => each(evidence.of(probe), OK, hasResponse),
      () => checkNth(evidence, probe, 2, hasOtherStatus(401)),
      () => checkNth(evidence, probe, 0, hasStatus(401)),
    ])

const gate: Rule = {
  id: 'AUTH-01.listImages',
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/http.md#unauthenticated',
  clause: CLAUSE,
  title:
    'GET /images returns 401 without a key but not with a valid one; with IMG-01 this identifies a platform',
  hint: 'Check that the address ends with /api/v1 and that the key belongs to this platform.',
  needs: [],
  probes: ['images'],
  judge(evidence) {
    const [first] = evidence.of('images')
    if (first?.outcome.kind === 'failure' && first.outcome.phase === 'connect')
      return untested(
        `There is no response at ${evidence.settings.base}: ${first.outcome.says}. Start the platform, or correct its address.`,
      )
    return requiresKey('images')(evidence)
  },
}

const missing = (id: string): Rule => ({
  id: `AUTH-01.${id}`,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/http.md#unauthenticated',
  clause: CLAUSE,
  title: `${id} returns 401 without a key but not with a valid one`,
  hint: 'Check the key before the plan, the resource and the body.',
  accepts: 'With a valid key any status but 401; other rules judge it.',
  needs: [],
  probes: [`auth.${id}`],
  judge: requiresKey(`auth.${id}`),
})

const invalid = (id: string, probe = `auth.${id}`): Rule => ({
  id: `AUTH-02.${id}`,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/http.md#unauthenticated',
  clause: CLAUSE,
  title: `${id} returns 401 for an invalid key`,
  hint: 'Look the key up; checking its format is not enough.',
  needs: [`AUTH-01.${id}`],
  probes: [probe],
  judge: (evidence) => checkNth(evidence, probe, 1, hasStatus(401)),
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
    specification: 'docs/specification/http.md#unauthenticated',
    clause: CLAUSE,
    title: 'GET /tasks returns 401 for a bearer token that is not a key',
    hint: 'Look the key up; checking its format is not enough.',
    needs: ['AUTH-03'],
    probes: ['tasks'],
    judge: (evidence) => checkNth(evidence, 'tasks', 1, hasStatus(401)),
  },
  {
    id: 'AUTH-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/tasks.md#history',
    clause: TASKS,
    title: 'GET /tasks returns 401 without a bearer token',
    hint: 'Require the API key as a bearer token in the Authorization header, and return 401 without it.',
    accepts: 'Any response to a request without X-Workspace-ID.',
    needs: ['HIST-01'],
    probes: ['tasks'],
    judge: (evidence) => checkNth(evidence, 'tasks', 0, hasStatus(401)),
  },
  {
    id: 'AUTH-03.workspace',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/tasks.md#history',
    clause: TASKS,
    title: 'Reports the response to GET /tasks without X-Workspace-ID',
    hint: 'The interface does not state this.',
    needs: ['HIST-01'],
    probes: ['tasks'],
    judge: ({ of }) => {
      return ok(describeStatus(of('tasks')[3]))
    },
  },
]

export const auth: Section = { id: 'auth', title: 'API keys', rules }
