import type { Rule, Section } from '../../engine/types.ts'
import {
  check,
  equals,
  firstOf,
  jsonObject,
  ok,
  OK,
  status,
  success,
  untested,
  violation,
} from '../../judge/atoms.ts'
import { bodyOf, member } from '../../judge/json.ts'
import { sentJson, workspaceIdOf } from '../../probes/platform/target.ts'
import { is, nth } from './judges.ts'

const rules: readonly Rule[] = [
  {
    id: 'WS-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 219,
      quote: '| POST | /orgs/:org_id/workspaces | API key | {name: string, description: string} |',
    },
    title: 'A workspace is created with 2xx and a JSON object',
    needs: [],
    probes: ['workspace.create'],
    judge: ({ one, settings }) => {
      const judgement = check(one('workspace.create'), success, jsonObject)
      if (judgement.kind !== 'ok' || workspaceIdOf(one('workspace.create'), settings) !== undefined)
        return judgement
      return untested(
        'No identifier was found in the answer; say where it stands, as --set workspace-id-pointer=/workspace/id.',
      )
    },
    hint: 'name and description are all that is needed.',
    accepts: 'Any place for the identifier: it is not shown (line 167).',
  },
  {
    id: 'WS-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 220, quote: '| GET | /orgs/:org_id/workspaces/:id | API key | none |' },
    title: 'A workspace is returned with name and description as they were sent',
    needs: ['WS-01'],
    probes: ['workspace.create', 'workspace.get'],
    judge: ({ one }) =>
      check(one('workspace.get'), success, ...kept(sentJson(one('workspace.create')))),
    hint: 'Lines 47 and 48 list the two.',
    accepts: 'More members, and the record as the member workspace or data of the body.',
  },
  {
    id: 'WS-03',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 221,
      quote:
        '| PUT | /orgs/:org_id/workspaces/:id | API key | {name: string, description: string} |',
    },
    title: 'PUT changes name and description, and the next GET shows it',
    needs: ['WS-02'],
    probes: ['workspace.put'],
    judge: (seen) =>
      firstOf([
        () => nth(seen, 'workspace.put', 0, success),
        () => nth(seen, 'workspace.put', 1, success, ...kept(sentJson(seen.one('workspace.put')))),
      ]),
    hint: 'An older copy may have been answered.',
  },
  {
    id: 'WS-04',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 222, quote: '| DELETE | /orgs/:org_id/workspaces/:id | API key | none |' },
    title: 'A workspace that was deleted with 2xx is 404',
    needs: ['WS-02'],
    probes: ['workspace.delete'],
    judge: (seen) =>
      firstOf([
        () => nth(seen, 'workspace.delete', 0, success),
        () => nth(seen, 'workspace.delete', 1, success),
        () => nth(seen, 'workspace.delete', 2, is(404)),
      ]),
    hint: 'Which status says so is not stated, so this only warns.',
  },
  {
    id: 'WS-05',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 218, quote: '| GET | /orgs/:org_id/workspaces | API key | none |' },
    title: 'The list of workspaces holds the one that was created',
    needs: ['WS-01'],
    probes: ['workspace.create', 'valid.listWorkspaces'],
    judge: ({ one, settings }) => {
      const list = check(one('valid.listWorkspaces'), success)
      if (list.kind !== 'ok') return list
      const held = JSON.stringify(bodyOf(one('valid.listWorkspaces')) ?? null).includes(
        workspaceIdOf(one('workspace.create'), settings) ?? '',
      )
      return held
        ? OK
        : violation({
            pointer: 'body',
            expected: 'the identifier of the workspace, anywhere',
            actual: 'a list without it',
            exchange: one('valid.listWorkspaces').key,
          })
    },
    hint: 'If the list has pages, newer workspaces may be on a later one: then this may be ignored.',
  },
  {
    id: 'WS-06',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 223, quote: '| GET | /orgs/:org_id/workspaces/:id/members | API key | none |' },
    title: 'The members of a workspace are 2xx',
    needs: ['WS-01'],
    probes: ['valid.listMembers'],
    judge: ({ one }) => check(one('valid.listMembers'), success),
    hint: 'Also for a workspace that nobody was invited to.',
    accepts: 'Any body: it is not shown.',
  },
  {
    id: 'WS-07',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 380, quote: '| 403 | forbidden, insufficient permissions |' },
    title: "Another organization's key does not read a workspace",
    needs: ['WS-02'],
    probes: ['workspace.foreign'],
    judge: ({ one }) =>
      check(
        one('workspace.foreign'),
        status('403 or 404', (it) => it === 403 || it === 404),
      ),
    hint: 'The organization of the key has to be the one of the path.',
  },
  {
    id: 'WS-08',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
    title: 'Whether another organization can tell a workspace that is there from one that is not',
    needs: ['WS-07'],
    probes: ['workspace.foreign', 'workspace.nobodys'],
    judge: ({ one }) => {
      const [there, nowhere] = [one('workspace.foreign'), one('workspace.nobodys')].map(
        ({ outcome }) => (outcome.kind === 'answer' ? outcome.status : outcome.says),
      )
      return ok(
        there === nowhere
          ? `No: ${there} to both.`
          : `Yes: ${there} for one that is there, ${nowhere} for one that is not.`,
      )
    },
    hint: 'One answer to both tells nothing of what others have.',
    accepts: 'Both: which of them is right is not stated.',
  },
]

/** The record may stand in the body itself, or be its member workspace or data. */
const kept = (sent: Readonly<Record<string, unknown>>) =>
  ['name', 'description'].map((name) => (exchange: Parameters<typeof member>[0]) => {
    const place =
      ['', '/workspace', '/data'].find(
        (prefix) => member(exchange, `${prefix}/${name}`) !== undefined,
      ) ?? ''
    return equals(`${place}/${name}`, sent[name])(exchange)
  })

export const workspaces: Section = { id: 'workspaces', title: 'Workspaces', rules }

const policyRules: readonly Rule[] = [
  {
    id: 'POL-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 248, quote: '| GET | /workspaces/:id/policy | API key | none |' },
    title: 'The policy of a workspace is 2xx',
    needs: ['WS-01'],
    probes: ['valid.getPolicy'],
    judge: ({ one }) => check(one('valid.getPolicy'), success),
    hint: 'Also for a workspace whose policy nobody changed.',
    accepts: 'Any record: it is not shown (line 168).',
  },
]

export const policy: Section = { id: 'policy', title: 'Policy', rules: policyRules }
