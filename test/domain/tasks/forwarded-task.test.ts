import { expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { taskClaims } from '../../../src/domain/tasks/forwarded-task.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'

const NOW = '2026-03-02T09:13:00.000Z'

it('T-01: signs the installation, the address and the 60-second lifetime of a task', () => {
  const agent = { svc_id: 'agent-a', installation_id: 'i-1' }
  const task = { task_id: 't1', skill: 'translate', workspace_id: 'ws_1' }
  const requester = { organization_id: 'org_1', key_id: 'key_1' }
  const claims = taskClaims(
    {
      issuer: 'https://registry.test',
      agent,
      upstream_url: 'https://a.example/a2a/tasks',
      organization_id: 'org_1',
      requester,
      task,
      body: '{}',
    },
    NOW,
  )
  expect(claims).toEqual({
    issuer: 'https://registry.test',
    audience: agent,
    upstream_url: 'https://a.example/a2a/tasks',
    organization_id: 'org_1',
    workspace_id: 'ws_1',
    requester,
    task_id: 't1',
    skill: 'translate',
    request_body_hash: sha256Hex('{}'),
    issued_at: NOW,
    expires_at: '2026-03-02T09:14:00.000Z',
  })
  expect(Buffer.from(signedText('task', claims)).toString()).toMatch(
    /^svc-task-v1\n\{"audience":\{"installation_id":"i-1","svc_id":"agent-a"\},"expires_at":/,
  )
})
