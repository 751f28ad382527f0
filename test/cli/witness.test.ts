import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keyPairOfSeed } from '../../src/domain/crypto/ed25519.ts'
import { formatCheckpoint } from '../../src/domain/transparency/checkpoint.ts'
import { emptyRoot } from '../../src/domain/transparency/merkle.ts'
import {
  ED25519,
  formatNote,
  formatVerifierKey,
  parseVerifierKey,
  signNote,
  verifyNote,
} from '../../src/domain/transparency/note.ts'
import { formatAddCheckpoint } from '../../src/domain/transparency/witness.ts'
import { newFolder } from '../kit/folder.ts'
import { SLOW_TEST, runRegistry, startUntil } from './process.ts'

const LOG = keyPairOfSeed(new Uint8Array(32).fill(1))
const LOG_KEY = { name: 'registry.example/log', type: ED25519, public_key: LOG.publicKey } as const

const newLogs = (text = `${formatVerifierKey(LOG_KEY)}\n`): string => {
  const path = join(newFolder('witness-logs'), 'logs.txt')
  writeFileSync(path, text)
  return path
}
const startWitness = (folder: string) =>
  startUntil(
    [
      'witness',
      ...['--name', 'witness.example/w1', '--folder', folder, '--logs', newLogs(), '--port', '0'],
    ],
    /Address +(\S+)\nKey +(\S+)\nLogs +registry\.example\/log\n/,
  )

const INVALID_NAME =
  '--name must not be empty, and may contain neither white space, control characters nor plus signs.'

describe('svc-registry witness', SLOW_TEST, () => {
  it('cosigns a checkpoint with the key that it shows, and keeps that key', async () => {
    const folder = newFolder('witness')
    const witness = await startWitness(folder)
    const text = formatCheckpoint({ origin: LOG_KEY.name, size: 0, root: emptyRoot() })
    const note = formatNote({ text, signatures: [signNote(text, LOG_KEY, LOG.privateKey)] })
    const res = await fetch(`${witness.found[1]}/add-checkpoint`, {
      method: 'POST',
      body: formatAddCheckpoint({ old: 0, proof: [], note }),
    })
    const key = parseVerifierKey(witness.found[2]!)!
    expect(verifyNote(note + (await res.text()), [key])?.verified).toHaveLength(1)
    await fetch(`${witness.found[1]}/add-checkpoint`, { method: 'POST', body: 'nonsense' })
    expect(await witness.stop()).toMatchObject({
      code: 0,
      stderr: 'cosigned registry.example/log at size 0\nrefused a checkpoint: malformed\n',
    })
    expect((await startWitness(folder)).found[2]).toBe(witness.found[2])
  })

  it.each([
    ['a name with a space', { name: 'my witness' }, INVALID_NAME],
    ['a name with a control character', { name: 'w\u007f' }, INVALID_NAME],
    ['an empty name', { name: '' }, INVALID_NAME],
    [
      'a port out of range',
      { port: '65536' },
      '--port must be a whole number from 0 to 65535, not "65536".',
    ],
    [
      'a host that is not an address of this machine',
      { host: '192.0.2.1', port: '8090' },
      '192.0.2.1:8090 is not an address of this machine; give one with --host: 127.0.0.1 for this machine only, 0.0.0.0 for all interfaces.',
    ],
    [
      'a missing logs file',
      { logs: 'nowhere.txt' },
      'There is no file nowhere.txt; create it with one verifier key of a log on each line.',
    ],
    [
      'a line that is not a key',
      { logs: newLogs('hello\n') },
      'line 1: this is not a verifier key',
    ],
  ])('says what is wrong with %s', async (_, flags, message) => {
    const given = { name: 'w', logs: newLogs(), folder: newFolder('witness'), ...flags }
    const args = Object.entries(given).flatMap(([flag, value]) => [`--${flag}`, value])
    const { code, stderr } = await runRegistry(['witness', ...args])
    expect(stderr).toContain(message)
    expect(code).toBe(1)
  })
})
