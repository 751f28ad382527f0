import type { Rule, Section } from '../../engine/types.ts'
import { isJson, success } from '../../judge/assertions.ts'
import { checkNth } from './assertions.ts'

const rules: readonly Rule[] = [
  {
    id: 'HIST-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/tasks.md#history',
    clause: {
      line: 316,
      quote: '| GET | /tasks | bearer (API key value) | `X-Workspace-ID: <workspace_id>` |',
    },
    title:
      'The task history of a workspace is returned as JSON with 2xx if the API key is the bearer token',
    hint: 'Accept the key in the Authorization header instead of X-API-Key.',
    accepts: 'Any records or none.',
    needs: ['WS-01'],
    probes: ['tasks'],
    judge: (evidence) => checkNth(evidence, 'tasks', 2, success, isJson),
  },
]

export const history: Section = { id: 'history', title: 'Task history', rules }
