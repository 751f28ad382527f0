import { readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { client } from './client.ts'
import { runForJson, SLOW_TEST, runRegistry, startServe } from './process.ts'
import { expectOneLine } from '../commands/run-in-process.ts'
import { until } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

const EMAIL = 'ann@example.com'
interface ShownPin {
  readonly email: string
  readonly pin: string
  readonly challenge_id: string
  readonly expires_in_seconds: number
  readonly waiting: number
}

describe.each(['sqlite', 'json'])(
  'pin show alongside a running serve, on a %s store',
  SLOW_TEST,
  (kind) => {
    it('lets a person sign in without mail, and records who read the PIN, but never the PIN', async () => {
      const home = newFolder()
      const path = join(home, 'store')
      const env = { SVC_STORE: `${kind}:${path}` }
      const { base_url, output, stop } = await startServe(env.SVC_STORE, {
        env: { SVC_LOG_LEVEL: 'debug' },
      })
      const { get, post } = client(base_url)
      const { organization_id } = await runForJson<{ organization_id: string }>(
        ['member', 'add', '--email', EMAIL, '--role', 'owner'],
        { env },
      )
      const {
        body: { challenge_id, delivery },
      } = await post('/admin/auth/request-pin', '', { email: EMAIL })
      expect(delivery).toBe('email')

      const shown = await runForJson<ShownPin>(['pin', 'show', '--email', 'Ann@Example.com'], {
        env,
      })
      expect(shown).toMatchObject({
        email: EMAIL,
        pin: expect.stringMatching(/^\d{8}$/),
        challenge_id,
        waiting: 1,
      })
      expect(shown.expires_in_seconds).toBeLessThanOrEqual(300)
      const { status, body } = await post('/admin/auth/verify-pin', '', {
        email: EMAIL,
        challenge_id,
        pin: shown.pin,
      })
      expect(status).toBe(200)

      const {
        body: { items },
      } = await get(
        `/audit-logs?organization_id=${organization_id}&event_type=admin.pin_shown`,
        body['session_token'],
      )
      expect(items).toMatchObject([
        {
          actor: { type: 'operator', id: userInfo().username },
          target: { type: 'pin_challenge', id: challenge_id },
          outcome: 'success',
        },
      ])
      const again = await runRegistry(['pin', 'show', '--email', EMAIL], { env })
      expect(again).toMatchObject({ code: 1, stdout: '' })
      expect(again.stderr).toContain("request one on the dashboard's /sign-in page")
      expectOneLine(again.stderr)

      const hint = 'pin show --email EMAIL shows the PIN'
      await until(() => output.stderr.includes(hint), 'the log does not name the command')
      await stop()
      const files = readdirSync(home).map((file) => readFileSync(join(home, file)))
      for (const location of [
        ...files,
        Buffer.from(output.stdout),
        Buffer.from(output.stderr),
        Buffer.from(JSON.stringify(items)),
      ])
        expect(location.includes(shown.pin)).toBe(false)
    })
  },
)

describe.each(['sqlite', 'json'])(
  'session create alongside a running serve, on a %s store',
  SLOW_TEST,
  (kind) => {
    it('lets a person who requested no PIN sign in, and records which operator ran the command', async () => {
      const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
      const { base_url, stop } = await startServe(env.SVC_STORE)
      const { get, post } = client(base_url)
      const { organization_id } = await runForJson<{ organization_id: string }>(
        ['member', 'add', '--email', EMAIL, '--role', 'owner'],
        { env },
      )
      const { pin, challenge_id, page } = await runForJson<{
        pin: string
        challenge_id: string
        page: string
      }>(['session', 'create', '--email', EMAIL], { env })
      expect(page).toContain(`challenge_id=${challenge_id}`)
      const { status, body } = await post('/admin/auth/verify-pin', '', {
        email: EMAIL,
        challenge_id,
        pin,
      })
      expect(status).toBe(200)
      const {
        body: { items },
      } = await get(
        `/audit-logs?organization_id=${organization_id}&event_type=admin.session_created`,
        body['session_token'],
      )
      expect(items).toMatchObject([
        { actor: { type: 'operator', id: userInfo().username }, outcome: 'success' },
      ])
      expect(
        await runRegistry(['session', 'create', '--email', 'nobody@example.com'], { env }),
      ).toMatchObject({ code: 1, stdout: '' })
      await stop()
    })
  },
)
