import { describe, expect, it } from 'vitest'
import { expectOneLine, runInProcess } from './run-in-process.ts'

const CASES: readonly (readonly [args: string, code: 1 | 2, names: RegExp])[] = [
  ['serv', 2, /"serv"; did you mean serve\?/],
  ['frobnicate', 2, /Unknown command "frobnicate".*--help/],
  ['org crate', 2, /"org crate"; did you mean org create\?/],
  ['--bogus', 2, /Unknown flag "--bogus"/],
  ['org list --jsn', 2, /--jsn.*did you mean --json\?/],
  ['org list -x', 2, /Unknown flag -x/],
  ['agent suspend a --reason=', 2, /--reason must not be empty/],
  ['dispute uphold d --reason=', 2, /--reason must not be empty/],
  ['dispute uphold d --reason=\u200b', 2, /--reason must not be empty/],
  ['agent suspend -Qx7', 2, /--reason TEXT is missing/],
  ['org list everything', 2, /Unexpected argument "everything"/],
  ['org set-plan org_1', 2, /PLAN is missing/],
  ['org set-plan org_1 gold', 2, /"gold" is not a plan; choose one of free, starter/],
  ['org create', 2, /--name NAME is missing/],
  ['org create --name', 2, /--name needs a value/],
  ['org create --name=', 2, /--name must not be empty/],
  ['org create --name A --name B', 2, /--name is given twice/],
  ['org list --json=yes', 2, /--json takes no value/],
  ['member add --org o --email nobody --role owner', 2, /--email must be an e-mail address/],
  ['operator add --email nobody', 2, /--email must be an e-mail address/],
  ['operator add --email ada@corp.3m', 2, /--email could be the identifier of an agent/],
  [
    'member invite --org o --email ada@corp.3m --role owner',
    2,
    /--email could be the identifier of an agent/,
  ],
  [
    'member add --org o --email a@example.com --role king',
    2,
    /"king" is not a role; choose one of owner/,
  ],
  ['pin show', 2, /--email EMAIL is missing/],
  ['pin show --email nobody', 2, /--email must be an e-mail address/],
  ['api-key create --org o --scopes agents:read,all', 2, /"all" is not a scope/],
  ['api-key create --org o --name=', 2, /--name must not be empty/],
  ['api-key revoke sk_live_abcdefgh', 2, /KEY_ID is the identifier/],
  ['audit verify --log-key k', 2, /--log-key verifies the file of a witness.* --heads/],
  ['installation set-interval i 2', 2, /SECONDS must be a whole number from 5 to 3600/],
  ['installation list --org o --limit many', 2, /--limit must be a whole number/],
  ['serve --port http', 1, /--port must be a whole number from 0 to 65535, not "http"/],
  ['serve --port 99999', 1, /--port/],
  ['serve --public-url agents.example.com', 1, /--public-url must be an http or https address/],
  [
    'serve --store postgres://db',
    1,
    /--store must be sqlite:PATH, json:PATH, memory: or postgres:\/\/USER@HOST\/DATABASE, not "postgres:\/\/db"/,
  ],
  ['sandbox --port -1', 1, /--port must be a whole number/],
  ['org list --store memory:', 1, /memory: store exists only inside one process/],
  [
    'pin show --email a@example.com --store memory:',
    1,
    /memory: store exists only inside one process/,
  ],
  ['org list --store sqlite:nowhere.db', 1, /no store at nowhere\.db/],
  [
    'policy set ws_1 --file nowhere.json --store sqlite:nowhere.db',
    1,
    /nowhere\.json cannot be read: there is no such file/,
  ],
]

describe('a wrong flag, address, file or setting', () => {
  it.each(CASES)(
    'prints one clear line and exits with an error code: %s',
    async (args, code, names) => {
      const result = await runInProcess(args.split(' '))
      expect(result).toMatchObject({ code, out: '' })
      expect(result.err).toMatch(names)
      expectOneLine(result.err)
    },
  )

  it('prints one clear line for wrong settings in the environment', async () => {
    const settings = [
      ['SVC_MASTER_KEY', 'short'],
      ['SVC_SMTP_URL', 'http://mail'],
      ['SVC_LOG_LEVEL', 'loud'],
      ['SVC_STORE', 'x'],
    ] as const
    for (const [name, value] of settings) {
      const { code, err } = await runInProcess(['serve'], { [name]: value })
      expect(code).toBe(1)
      expectOneLine(err)
    }
  })
})
