import type { Exchange, Rule, Section } from '../../engine/types.ts'
import {
  check,
  equals,
  hasStatus,
  inOrder,
  jsonObject,
  ok,
  OK,
  success,
  untested,
  violation,
} from '../../judge/assertions.ts'
import { bodyOf, member } from '../../judge/json.ts'
import { requestJson, workspaceIdOf } from '../../probes/platform/target.ts'
import { checkNth, forbiddenOrNotFound } from './assertions.ts'

const rules: readonly Rule[] = [
  {
    id: 'WS-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#workspaces',
    clause: {
      line: 219,
      quote: '| POST | /orgs/:org_id/workspaces | API key | {name: string, description: string} |',
    },
    title: 'Creating a workspace returns 2xx and a JSON object',
    hint: 'Require only name and description.',
    accepts: 'The identifier in any place, because the interface does not show it.',
    needs: [],
    probes: ['workspace.create'],
    judge: ({ one, settings }) => {
      const judgement = check(one('workspace.create'), success, jsonObject)
      if (judgement.kind !== 'ok' || workspaceIdOf(one('workspace.create'), settings) !== undefined)
        return judgement
      return untested(
        'The response has no identifier in any of the usual places. Use --set workspace-id-pointer=/workspace/id to give its JSON pointer.',
      )
    },
  },
  {
    id: 'WS-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#workspaces',
    clause: { line: 220, quote: '| GET | /orgs/:org_id/workspaces/:id | API key | none |' },
    title: 'A workspace has the name and description that were sent',
    hint: 'Return the name and description from the request that created the workspace.',
    accepts: 'Additional members, and the record as the member workspace or data of the body.',
    needs: ['WS-01'],
    probes: ['workspace.create', 'workspace.get'],
    judge: ({ one }) =>
      check(one('workspace.get'), success, ...hasRecord(requestJson(one('workspace.create')))),
  },
  {
    id: 'WS-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#workspaces',
    clause: {
      line: 221,
      quote:
        '| PUT | /orgs/:org_id/workspaces/:id | API key | {name: string, description: string} |',
    },
    title: 'PUT changes name and description, and the next GET returns them',
    hint: 'Check for a cached copy of the workspace.',
    needs: ['WS-02'],
    probes: ['workspace.put'],
    judge: (evidence) =>
      inOrder([
        () => checkNth(evidence, 'workspace.put', 0, success),
        () =>
          checkNth(
            evidence,
            'workspace.put',
            1,
            success,
            ...hasRecord(requestJson(evidence.one('workspace.put'))),
          ),
      ]),
  },
  {
    id: 'WS-04',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/organizations.md#workspace-deletion',
    clause: { line: 222, quote: '| DELETE | /orgs/:org_id/workspaces/:id | API key | none |' },
    title: 'DELETE returns 2xx, and the deleted workspace then returns 404',
    hint: 'Return 2xx for the deletion and 404 afterwards. The interface does not state when a status applies, so a violation is only a warning.',
    needs: ['WS-02'],
    probes: ['workspace.delete'],
    judge: (evidence) =>
      inOrder([
        () => checkNth(evidence, 'workspace.delete', 0, success),
        () => checkNth(evidence, 'workspace.delete', 1, success),
        () => checkNth(evidence, 'workspace.delete', 2, hasStatus(404)),
      ]),
  },
  {
    id: 'WS-05',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/organizations.md#workspaces',
    clause: { line: 218, quote: '| GET | /orgs/:org_id/workspaces | API key | none |' },
    title: 'The list of workspaces contains the created workspace',
    hint: 'Add the workspace to the list. Ignore this warning if the list is paginated and new workspaces are on a later page.',
    needs: ['WS-01'],
    probes: ['workspace.create', 'valid.listWorkspaces'],
    judge: ({ one, settings }) => {
      const list = check(one('valid.listWorkspaces'), success)
      if (list.kind !== 'ok') return list
      const hasWorkspace = JSON.stringify(bodyOf(one('valid.listWorkspaces')) ?? null).includes(
        workspaceIdOf(one('workspace.create'), settings) ?? '',
      )
      return hasWorkspace
        ? OK
        : violation({
            pointer: 'body',
            expected: 'a list with the identifier of the workspace',
            actual: 'a list without it',
            exchange: one('valid.listWorkspaces').key,
          })
    },
  },
  {
    id: 'WS-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#workspace-members',
    clause: { line: 223, quote: '| GET | /orgs/:org_id/workspaces/:id/members | API key | none |' },
    title: 'The members of a workspace are returned with 2xx',
    hint: 'Return 2xx, even if no one was invited to the workspace.',
    accepts: 'Any response body, because the interface shows none.',
    needs: ['WS-01'],
    probes: ['valid.listMembers'],
    judge: ({ one }) => check(one('valid.listMembers'), success),
  },
  {
    id: 'WS-07',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/http.md#other-tenants',
    clause: { line: 380, quote: '| 403 | forbidden, insufficient permissions |' },
    title: 'A workspace cannot be read with the key of another organization',
    hint: 'Compare the organization of the key with the one in the path.',
    needs: ['WS-02'],
    probes: ['workspace.foreign'],
    judge: ({ one }) => check(one('workspace.foreign'), forbiddenOrNotFound),
  },
  {
    id: 'WS-08',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/http.md#other-tenants',
    clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
    title:
      'Reports whether another organization can distinguish an existing workspace from a missing one',
    hint: 'Respond to both in the same way, to disclose nothing about other organizations.',
    accepts: 'Any result, because the interface does not state which is right.',
    needs: ['WS-07'],
    probes: ['workspace.foreign', 'workspace.missing'],
    judge: ({ one }) => {
      const [existing, missing] = [one('workspace.foreign'), one('workspace.missing')].map(
        ({ outcome }) => (outcome.kind === 'response' ? outcome.status : outcome.says),
      )
      return ok(
        existing === missing
          ? `It cannot: both are ${existing}.`
          : `It can: an existing one is ${existing}, a missing one ${missing}.`,
      )
    },
  },
]

/** Asserts the name and description of a record, which is the body itself or its member workspace or data. */
const hasRecord = (sent: Readonly<Record<string, unknown>>) =>
  ['name', 'description'].map((name) => (exchange: Exchange) => {
    const parent =
      ['', '/workspace', '/data'].find(
        (prefix) => member(exchange, `${prefix}/${name}`) !== undefined,
      ) ?? ''
    return equals(`${parent}/${name}`, sent[name])(exchange)
  })

export const workspaces: Section = { id: 'workspaces', title: 'Workspaces', rules }

const policyRules: readonly Rule[] = [
  {
    id: 'POL-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/policies.md#reading',
    clause: { line: 248, quote: '| GET | /workspaces/:id/policy | API key | none |' },
    title: 'The policy of a workspace is returned with 2xx',
    hint: 'Return 2xx, even if the policy was never changed.',
    accepts: 'Any record, because the interface shows none.',
    needs: ['WS-01'],
    probes: ['valid.getPolicy'],
    judge: ({ one }) => check(one('valid.getPolicy'), success),
  },
]

export const policy: Section = { id: 'policy', title: 'Policy', rules: policyRules }
