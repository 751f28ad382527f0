import type { KeyRing } from '../../../src/domain/secrets.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { policyHash } from '../../../src/domain/policies/policy.ts'
import { ED25519, formatNote, parseNote, signNote } from '../../../src/domain/transparency/note.ts'
import type { Tx } from '../../../src/store/database.ts'
import { openSnapshot } from '../../../src/store/open.ts'
import { TABLES, type TableName } from '../../../src/store/tables.ts'
import { readSignedHead } from '../../../src/store/transactions/transparency/log.ts'
import { readWitnessed } from '../../../src/store/transactions/transparency/witnessed.ts'
import { UNCHECKED_FIELDS, REFERENCES } from '../../../src/store/verify/references.ts'
import { verifyStore, type VerifyReport } from '../../../src/store/verify/verify.ts'
import { runStatement } from '../../postgres/server.ts'
import { newPopulatedWorld } from '../populated-world.ts'
import {
  eachStore,
  isDocument,
  PERSISTENT,
  type ForPersistent,
  type StoreLocation,
} from '../stores.ts'
import { MASTER_KEYS } from '../world.ts'
import { samples } from '../../kit/samples.ts'

const NOW = '2026-03-05T12:00:00.000Z'

async function reportOn(
  { address }: StoreLocation,
  masterKeys: KeyRing = MASTER_KEYS,
): Promise<VerifyReport> {
  const snapshot = await openSnapshot(address)
  try {
    return await verifyStore(snapshot, {
      now: NOW,
      masterKeys,
      keyLocation: 'nowhere',
    })
  } finally {
    await snapshot.close()
  }
}
const checksWithFindings = ({ checks }: VerifyReport) =>
  checks.filter(({ result }) => result !== 'sound').map(({ check }) => check)

const anInstallation = async (tx: Tx) =>
  (await tx.installations.first({ where: { workspace_id: 'ws_b' } }))!
const runtimeToken = async (tx: Tx) => (await tx.runtime_tokens.first({}))!
const A_SHARE = { svc_id: 'agent-a', organization_id: 'org_a', rater_id: 'org_b' }
const ALL_HOSTS = { allowed_hosts: ['*', 'planted.example'], require_tls: false }
const countedTask = async (tx: Tx) => (await tx.tasks.first({ where: { status: 'completed' } }))!

const FAULTS: readonly [
  title: string,
  check: string,
  says: RegExp,
  plant: (tx: Tx) => Promise<void>,
][] = [
  [
    'a runtime token without its installation',
    'references',
    /its installation_id gone is not in installations/,
    async (tx) =>
      tx.runtime_tokens.update(
        { hash: (await runtimeToken(tx)).hash },
        { installation_id: 'gone' },
      ),
  ],
  [
    'an installation that is deleted',
    'references',
    /installation_id .* is not in installations/,
    async (tx) =>
      tx.installations.delete({ installation_id: (await runtimeToken(tx)).installation_id }),
  ],
  [
    'a workspace deleted while it has an operative installation',
    'references',
    /its workspace_id ws_a is not in workspaces/,
    async (tx) => tx.workspaces.delete({ workspace_id: 'ws_a' }),
  ],
  [
    'a deleted agent',
    'references',
    /agent-a is not in agents/,
    (tx) => tx.agents.delete({ svc_id: 'agent-a', organization_id: 'org_a' }),
  ],
  [
    'a deleted organization',
    'references',
    /org_b is not in organizations/,
    (tx) => tx.organizations.delete({ organization_id: 'org_b' }),
  ],
  [
    'a running task that is not counted',
    'running tasks',
    /it stores 0 running tasks, but there are 1/,
    async (tx) =>
      tx.installations.update(
        { installation_id: (await anInstallation(tx)).installation_id },
        { in_flight: 0 },
      ),
  ],
  [
    'a running task that an earlier version did not count',
    'running tasks',
    /it stores 0 running tasks, but there are 1/,
    async (tx) =>
      tx.installations.update(
        { installation_id: (await anInstallation(tx)).installation_id },
        { in_flight: null as never },
      ),
  ],
  [
    'a running task of a deleted installation',
    'running tasks',
    /it does not exist, but a task is running on it/,
    async (tx) =>
      tx.installations.delete({ installation_id: (await anInstallation(tx)).installation_id }),
  ],
  [
    'a token of a version that was never issued',
    'runtime tokens',
    /a runtime token has version 99, but the newest one issued for the installation has version 1/,
    async (tx) =>
      tx.runtime_tokens.update({ hash: (await runtimeToken(tx)).hash }, { version: 99 }),
  ],
  [
    'two tokens of one version',
    'runtime tokens',
    /the same version/,
    async (tx) => tx.runtime_tokens.insert({ ...(await runtimeToken(tx)), hash: 'another' }),
  ],
  [
    'a reputation that was increased',
    'reputations',
    /agent-a: its reputation, from 50 tasks/,
    async (tx) =>
      tx.agents.update(
        { svc_id: 'agent-a', organization_id: 'org_a' },
        {
          reputation: {
            ...(await tx.agents.get({ svc_id: 'agent-a', organization_id: 'org_a' }))!.reputation,
            samples: 50,
          },
        },
      ),
  ],
  [
    'a share that was increased',
    'reputations',
    /org_b: it differs from the share computed from its tasks/,
    async (tx) =>
      tx.reputation_shares.update(A_SHARE, {
        share: { ...(await tx.reputation_shares.get(A_SHARE))!.share, successes: 0.44 },
      }),
  ],
  [
    'a deleted share',
    'reputations',
    /org_b: it differs from the share computed from its tasks/,
    (tx) => tx.reputation_shares.delete(A_SHARE),
  ],
  [
    'a deleted task that was counted',
    'reputations',
    /org_b: it differs from the share computed from its tasks/,
    async (tx) => tx.tasks.delete({ task_id: (await countedTask(tx)).task_id }),
  ],
  [
    'a task whose outcome was reversed',
    'reputations',
    /org_b: it differs from the share computed from its tasks/,
    async (tx) =>
      tx.tasks.update({ task_id: (await countedTask(tx)).task_id }, { status: 'failed' }),
  ],
  [
    'an agent whose status was set to verified',
    'agents',
    /its status is verified and should be/,
    (tx) =>
      tx.agents.update(
        { svc_id: 'agent-b', organization_id: 'org_b' },
        { verification_status: 'verified' },
      ),
  ],
  [
    'an agent whose category differs from its registration',
    'agents',
    /its category/,
    (tx) => tx.agents.update({ svc_id: 'agent-b', organization_id: 'org_b' }, { category: 'data' }),
  ],
  [
    'an edited policy',
    'policies',
    /its content does not match its hash/,
    async (tx) =>
      tx.policies.update(
        { workspace_id: 'ws_a', version: 2 },
        {
          content: {
            ...(await tx.policies.get({ workspace_id: 'ws_a', version: 2 }))!.content,
            network: { allowed_hosts: [], require_tls: true },
          },
        },
      ),
  ],
  [
    'an edited policy with the hash of its new content',
    'policies',
    /the platform did not sign it/,
    async (tx) => {
      const { content, ...policy } = (await tx.policies.get({ workspace_id: 'ws_a', version: 2 }))!
      const edited = { ...policy, content: { ...content, network: ALL_HOSTS } }
      await tx.policies.put({ ...edited, hash: policyHash(edited) })
    },
  ],
  [
    'two active policies',
    'policies',
    /there is a newer version/,
    (tx) => tx.policies.update({ workspace_id: 'ws_a', version: 1 }, { status: 'active' }),
  ],
  [
    'a workspace without a policy',
    'policies',
    /it has no policy/,
    (tx) => tx.policies.delete({ workspace_id: 'ws_b', version: 1 }),
  ],
  [
    'two API keys with one secret',
    'credentials',
    /another row holds the hash of the same secret/,
    async (tx) => {
      for (const { key_id } of await tx.api_keys.find({}))
        await tx.api_keys.update({ key_id }, { hash: 'same' })
    },
  ],
  [
    'an edited audit record',
    'audit chains',
    /broken at record 2 \(edited\)/,
    (tx) => tx.audit_log.update({ chain: 'org_a', sequence: 2 }, { outcome: 'denied' }),
  ],
  [
    'a deleted audit record',
    'audit chains',
    /broken at record 2 \(gap\)/,
    (tx) => tx.audit_log.delete({ chain: 'org_a', sequence: 2 }),
  ],
  [
    'a truncated audit log',
    'audit chains',
    /truncated/,
    async (tx) => {
      const head = (await tx.audit_heads.get({ chain: 'org_b' }))!
      await tx.audit_log.delete({ chain: 'org_b', sequence: head.sequence })
    },
  ],
  [
    'an audit log deleted with its head',
    'audit chains',
    /the chain of org_b is missing completely/,
    async (tx) => {
      for (const { sequence } of await tx.audit_log.find({ where: { chain: 'org_b' } }))
        await tx.audit_log.delete({ chain: 'org_b', sequence })
      await tx.audit_heads.delete({ chain: 'org_b' })
    },
  ],
  [
    'an audit log of which only a checkpoint is left',
    'audit chains',
    /the chain of org_gone is missing completely, except for a checkpoint/,
    (tx) =>
      tx.audit_checkpoints.put({
        issuer: 'https://registry.test',
        chain: 'org_gone',
        sequence: 9,
        hash: '00'.repeat(32),
        occurred_at: '2026-01-01T12:00:00.000Z',
        retention_days: 365,
        purged_at: '2026-01-01T12:00:00.000Z',
        signing_key_id: 'forged',
        signature: 'AAAA',
      }),
  ],
  [
    'an entry of the log about a key that is hidden under another subject',
    'logged keys',
    /it is about the signing key \S+ but has the subject nobody/,
    (tx) =>
      tx.log_entries.insert({
        subject: 'nobody',
        arrival: 1,
        leaf_index: null,
        entry: '{"key":{"key_id":"k1"},"type":"key.compromised"}',
        salt: null,
        created_at: '2026-01-01T12:00:00.000Z',
      }),
  ],
  [
    'a head without records',
    'audit chains',
    /truncated/,
    async (tx) => {
      for (const { sequence } of await tx.audit_log.find({ where: { chain: 'org_b' } }))
        await tx.audit_log.delete({ chain: 'org_b', sequence })
    },
  ],
  [
    'an entry of the log that was changed',
    'transparency log',
    /log_tiles 0 0: its hashes are not those of its leaves/,
    async (tx) => {
      const { subject, arrival, entry } = (await tx.log_entries.first({
        where: { leaf_index: 2 },
      }))!
      await tx.log_entries.update(
        { subject, arrival },
        { entry: entry.replace('agent-', 'forged-') },
      )
    },
  ],
  [
    'an entry of the log that is missing',
    'transparency log',
    /\d+ entries have a leaf index, but only the first 2 are consecutive/,
    async (tx) => {
      const { subject, arrival } = (await tx.log_entries.first({ where: { leaf_index: 2 } }))!
      await tx.log_entries.delete({ subject, arrival })
    },
  ],
  [
    'a log that was truncated together with its tiles',
    'transparency log',
    /there are \d+ entries in order, but the log has \d+/,
    async (tx) => {
      const { size } = (await readSignedHead(tx))!
      const { subject, arrival } = (await tx.log_entries.first({
        where: { leaf_index: size - 1 },
      }))!
      await tx.log_entries.delete({ subject, arrival })
      const { hashes } = (await tx.log_tiles.get({ level: 0, tile_index: 0 }))!
      const rest = Buffer.from(hashes, 'base64').subarray(0, -32).toString('base64')
      await tx.log_tiles.update({ level: 0, tile_index: 0 }, { hashes: rest })
    },
  ],
  [
    'an extra tile of the log',
    'transparency log',
    /the number of tiles is not that of a tree of \d+ entries/,
    (tx) => tx.log_tiles.insert({ level: 0, tile_index: 1, hashes: 'AAAA' }),
  ],
  [
    'a head of the log that another key signed',
    'transparency log',
    /log_head: the platform did not sign the root of the first \d+ entries/,
    async (tx) => {
      const { checkpoint, ...head } = (await readSignedHead(tx))!
      const { text } = parseNote(checkpoint)!
      const { publicKey: public_key, privateKey } = keyPairOfSeed(Buffer.alloc(32, 9))
      const forger = { name: head.origin, type: ED25519, public_key } as const
      const forged = formatNote({ text, signatures: [signNote(text, forger, privateKey)] })
      await tx.platform_facts.put({ name: 'log_head', value: { ...head, checkpoint: forged } })
    },
  ],
  [
    'a cosigned checkpoint of another log',
    'transparency log',
    /log_witnessed: the platform did not sign the root of the first \d+ entries/,
    async (tx) => {
      const [witnessed] = await readWitnessed(tx)
      const value = [{ ...witnessed!, size: witnessed!.size - 1 }]
      await tx.platform_facts.put({ name: 'log_witnessed', value })
    },
  ],
  [
    'an agent whose key was replaced',
    'logged agents',
    /agents agent-b org_b: the last entry of the log about it is about another agent or key/,
    (tx) =>
      tx.agents.update(
        { svc_id: 'agent-b', organization_id: 'org_b' },
        { public_key: Buffer.alloc(32, 9).toString('base64') },
      ),
  ],
  [
    'a private agent whose key was replaced',
    'logged agents',
    /the last entry of the log about it is about another agent or key/,
    async (tx) => {
      const { svc_id, organization_id } = (await tx.agents.first({ where: { private: true } }))!
      const public_key = Buffer.alloc(32, 9).toString('base64')
      await tx.agents.update({ svc_id, organization_id }, { public_key })
    },
  ],
  [
    'a chain that was truncated after its head was published',
    'published heads',
    /published_heads org_b: record \d+ of the chain is missing or differs/,
    async (tx) => {
      const { sequence } = (await tx.audit_heads.get({ chain: 'org_b' }))!
      await tx.audit_log.delete({ chain: 'org_b', sequence })
      const last = (await tx.audit_log.get({ chain: 'org_b', sequence: sequence - 1 }))!
      await tx.audit_heads.update({ chain: 'org_b' }, { sequence: last.sequence, hash: last.hash })
    },
  ],
  [
    'a published head that was changed',
    'published heads',
    /they do not have the root that the log states/,
    async (tx) => {
      const first = (await tx.audit_log.get({ chain: 'org_b', sequence: 1 }))!
      await tx.published_heads.update(
        { chain: 'org_b', publication: 1 },
        { sequence: 1, hash: first.hash },
      )
    },
  ],
  [
    'a published head with the index of another one',
    'published heads',
    /published_heads org_b: its leaf index is 0 and should be 1/,
    (tx) => tx.published_heads.update({ chain: 'org_b', publication: 1 }, { leaf_index: 0 }),
  ],
  [
    'a published head that is missing',
    'published heads',
    /the store has \d+, but the log states \d+/,
    (tx) => tx.published_heads.delete({ chain: 'org_b', publication: 1 }),
  ],
  [
    'a witness that is recorded with more entries than the log has',
    'witnesses',
    /it is recorded with 1000 entries/,
    (tx) => tx.witnesses.update({ name: 'witness.example/w1' }, { size: 1000 }),
  ],
  [
    'a witness that is recorded with a publication that it cannot have',
    'witnesses',
    /its last publication is entry 1000, but it is recorded with only \d+ entr/,
    (tx) => tx.witnesses.update({ name: 'witness.example/w1' }, { publication: 1000 }),
  ],
  [
    'uses of an API key that does not exist',
    'references',
    /its credential key_gone is not in api_keys/,
    async (tx) =>
      tx.credential_uses.insert({
        ...(await tx.credential_uses.first({}))!,
        credential: 'key_gone',
      }),
  ],
  ...(
    [
      ['a scope that does not exist', { scopes: ['all'] }, /its scopes are unknown/],
      [
        'a range that is an address',
        { ranges: { '192.0.2.7': '2026-03-01' } },
        /address ranges is invalid/,
      ],
      ['a day after the last use', { reported: { scope: '2030-01-01' } }, /is invalid or after/],
      ['a first use after the last one', { since: '2030-01-01T00:00:00.000Z' }, /before its first/],
    ] as const
  ).map(([title, changes, finding]): (typeof FAULTS)[number] => [
    `uses of an API key with ${title}`,
    'credential uses',
    finding,
    async (tx) => {
      const { credential } = (await tx.credential_uses.first({}))!
      await tx.credential_uses.update({ credential }, changes)
    },
  ]),
  [
    'a share of an agent whose reputation has no other trace',
    'reputations',
    /reputation_shares agent-a org_a org_b: it differs from the share/,
    async (tx) => {
      for (const { task_id } of await tx.tasks.find({}))
        await tx.tasks.update({ task_id }, { counted_at: null })
      for (const { svc_id, organization_id, reputation } of await tx.agents.find({}))
        await tx.agents.update(
          { svc_id, organization_id },
          { reputation: { ...reputation, samples: 0 } },
        )
    },
  ],
  [
    'a signing key whose seal names no master key',
    'master key',
    /the master key does not open it$/m,
    async (tx) =>
      tx.signing_keys.update(
        { key_id: (await tx.signing_keys.first({}))!.key_id },
        { sealed: 'v1.AAAA' },
      ),
  ],
  [
    'a signing key in the row of another key',
    'master key',
    /signing_keys other: the master key does not open it$/m,
    async (tx) =>
      tx.signing_keys.insert({ ...(await tx.signing_keys.first({}))!, key_id: 'other' }),
  ],
  [
    'a total that was increased',
    'counts',
    /members\.organization_id org_a: stored \d+, counted \d+/,
    (tx) =>
      tx.counters.add(
        [{ name: 'members.organization_id', grouping: '', value: 'org_a', shard: 0, rows: 3 }],
        'rows',
      ),
  ],
  [
    'a liveness time in the future',
    'clock',
    /in the future/,
    (tx) => tx.platform_facts.put({ name: 'alive_at', value: '2027-01-01T00:00:00.000Z' }),
  ],
]

/** Checks read rows in the same way on every store. On stores other than SQLite, one fault for each check is enough to show this. */
const FIRST_OF_EACH_CHECK = [...Map.groupBy(FAULTS, ([, check]) => check).values()].map(
  ([first]) => first!,
)

const damageFile: ForPersistent<(location: StoreLocation) => void | Promise<void>> = {
  json: ({ path }) => {
    const document = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object[]>
    writeFileSync(path, JSON.stringify({ ...document, members: undefined, novelties: [] }))
  },
  sqlite: ({ path }) => {
    const database = new DatabaseSync(path)
    database.exec(
      'drop table members; drop index agents_by_organization_id_svc_id; create table novelties (a text)',
    )
    database.close()
  },
  postgres: async ({ address }) => {
    for (const statement of [
      'drop table members',
      'drop index agents_by_organization_id_svc_id',
      'create table novelties (a text)',
      "insert into schema_versions (version, changes) values (99, 'novelties')",
    ])
      await runStatement(address, statement)
  },
}

eachStore((location, kind) => {
  it('finds nothing in a sound store and changes nothing', async () => {
    const at = location()
    await (await newPopulatedWorld(at)).database.close()
    const before = isDocument(kind) ? readFileSync(at.path) : undefined
    expect(await reportOn(at)).toMatchObject({ sound: true })
    expect(checksWithFindings(await reportOn(at))).toEqual([])
    if (before) expect(readFileSync(at.path)).toEqual(before)
  })

  it('finds nothing wrong in an installation from before running tasks were counted', async () => {
    const at = location()
    const { database } = await newPopulatedWorld(at)
    await database.transact(async (tx) => {
      const idle = await tx.installations.find({ where: { in_flight: 0 } })
      expect(idle.length).toBeGreaterThan(0)
      for (const { installation_id } of idle)
        await tx.installations.update({ installation_id }, { in_flight: null as never })
    })
    await database.close()
    expect(checksWithFindings(await reportOn(at))).toEqual([])
  })

  it.each(kind === 'sqlite' ? FAULTS : samples(FIRST_OF_EACH_CHECK, FAULTS))(
    'finds %s',
    async (_, check, finding, plant) => {
      const at = location()
      const { database } = await newPopulatedWorld(at)
      await database.transact(plant)
      await database.close()
      const report = await reportOn(at)
      expect(report.sound).toBe(false)
      expect(report.checks.find((one) => one.check === check)?.findings.join('\n')).toMatch(finding)
    },
  )

  it('finds missing tables and indexes, and tables of a later version', async () => {
    const at = location()
    await (await newPopulatedWorld(at)).database.close()
    await damageFile[kind](at)
    const { checks } = await reportOn(at)
    const { findings } = checks.find(({ check }) => check === 'tables')!
    expect(findings.join('\n')).toMatch(
      /members: the table is missing[^]*novelties: a later version created it/,
    )
    if (!isDocument(kind))
      expect(findings.join('\n')).toMatch(/agents_by_organization_id_svc_id: the index is missing/)
    expect(checks.filter(({ result }) => result !== 'skipped').map(({ check }) => check)).toEqual([
      'file',
      'tables',
    ])
    expect(checks.length).toBe(20)
  })

  it('reports a missing master key, and reports an exceeded quota as a remark', async () => {
    const at = location()
    const { database } = await newPopulatedWorld(at)
    await database.transact(async (tx) => {
      await tx.organizations.update({ organization_id: 'org_a' }, { plan: 'free' })
      for (let extra = 0; extra < 3; extra += 1)
        await tx.workspaces.insert({
          ...(await tx.workspaces.get({ workspace_id: 'ws_a' }))!,
          workspace_id: `ws_${extra}`,
        })
      // Expired keys do not count against the quota.
      const key = (await tx.api_keys.first({ where: { organization_id: 'org_a' } }))!
      for (let extra = 0; extra < 20; extra += 1)
        await tx.api_keys.insert({
          ...key,
          key_id: `key_${extra}`,
          hash: `hash_${extra}`,
          expires_at: '2026-01-01T00:00:00.000Z',
        })
      for (let extra = 0; extra < 3; extra += 1)
        await tx.policies.insert({
          ...(await tx.policies.get({ workspace_id: 'ws_a', version: 2 }))!,
          workspace_id: `ws_${extra}`,
          version: 1,
        })
    })
    await database.close()
    const { checks } = await reportOn(at, [])
    expect(checks.find(({ check }) => check === 'master key')!.findings[0]).toMatch(
      /there is no master key: nowhere/,
    )
    expect(checks.find(({ check }) => check === 'quotas')).toMatchObject({
      result: 'remark',
      findings: ['organizations org_a: it has 4 workspaces, but its free plan allows 3'],
    })
  })
}, PERSISTENT)

eachStore(
  (location) => {
    it.each([
      [
        'a page of the file is overwritten',
        (path: string) => {
          const bytes = readFileSync(path)
          bytes.fill(0xff, 4096 * 40, 4096 * 42)
          writeFileSync(path, bytes)
        },
      ],
      [
        'a column is not valid JSON',
        (path: string) => {
          const database = new DatabaseSync(path)
          database.exec("update agents set details = '{' where svc_id = 'agent-a'")
          database.close()
        },
      ],
    ])('finds the damage when %s', async (_, damage) => {
      const at = location()
      await (await newPopulatedWorld(at)).database.close()
      damage(at.path)
      expect((await reportOn(at)).sound).toBe(false)
    })
  },
  ['sqlite'],
)

it('every field that names a row is checked or listed with a reason', () => {
  const naming = Object.entries(TABLES).flatMap(([table, { columns, key }]) =>
    Object.keys(columns)
      .filter(
        (field) =>
          /_id$|^chain$/.test(field) &&
          !(
            key.length === 1 &&
            (key as readonly string[])[0] === field &&
            table !== 'image_reports' &&
            !table.startsWith('audit_')
          ),
      )
      .map((field) => `${table}.${field}`),
  )
  const known = [
    ...REFERENCES.map(({ from, field }) => `${from}.${field}`),
    ...UNCHECKED_FIELDS,
    'policies.policy_id',
    'advisories.advisory_id',
  ]
  expect(naming.filter((location) => !known.includes(location))).toEqual([])
  for (const { to, by } of REFERENCES) expect(TABLES[to satisfies TableName].key[0]).toBe(by)
})
