import { describe, expect, it } from 'vitest'
import { readManifest } from '../../../src/agent/folder/manifest.ts'

const MANIFEST = `name: Invoice reader
version: "1.0.0"
description: Reads invoices.
skills:
  - name: read
    description: Reads one.
    input_schema: true
    output_schema: { type: object }
    timeout_ms: 10000
    run: RUN
capabilities:
  provides: [read]
a2a:
  upstream_url: https://agents.example.com/a2a/tasks
`
const readRun = (run: string) => readManifest(MANIFEST.replace('RUN', run))
const faultsOf = (run: string, manifest = MANIFEST) => {
  const result = readManifest(manifest.replace('RUN', run))
  return result.kind === 'invalid'
    ? result.faults.map(({ line, column, message }) => `${line}:${column}: ${message}`)
    : []
}

describe('run of a skill in svc.yml', () => {
  it.each([
    '{ command: [python3, skills.py] }',
    '{ command: [./skills, ""], persistent: true, env: [MODEL_KEY], stop_ms: 100, max_concurrent: 1, max_waiting: 0, max_output_bytes: 10 }',
    '{ command: [a], kept: true }',
    '{ command: [tr, a-z, A-Z], format: text }',
    '{ url: "http://127.0.0.1:9000/read?kind=a", method: PATCH }',
    '{ url: "http://localhost:9000" }',
    '{ url: "http://[::1]:9000" }',
    '{ url: "http://0x7f.1:9000" }',
    '{ url: "http://skills:9000", remote: true }',
  ])('may be %s', (run) => {
    expect(readRun(run)).toMatchObject({ kind: 'valid', warnings: [] })
  })

  const faulty: readonly (readonly [run: string, message: string])[] = [
    [
      '{}',
      '10:10: skills[0].run needs command, such as [python3, skills.py], or url, such as http://127.0.0.1:9000/, or a2a, the URL of a foreign agent, or mcp, with the url or the command of a server',
    ],
    [
      '{ command: [a], url: "http://127.0.0.1" }',
      '10:10: skills[0].run has both command and url; remove one of them',
    ],
    [
      '{ command: python3 skills.py }',
      '10:21: skills[0].run.command must be a list, but it is "python3 skills.py"',
    ],
    ['{ command: ["", a] }', '10:21: skills[0].run.command must begin with the name of a program'],
    ['{ command: [] }', '10:21: skills[0].run.command must not be empty'],
    ['{ comand: [a] }', '10:12: skills[0].run has the unknown key "comand"; did you mean command?'],
    [
      '{ command: [a], method: PUT }',
      '10:34: skills[0].run.method applies only together with url; remove it',
    ],
    [
      '{ url: "http://127.0.0.1", persistent: true }',
      '10:49: skills[0].run.persistent applies only together with command; remove it',
    ],
    [
      '{ url: "http://127.0.0.1", kept: true }',
      '10:43: skills[0].run.kept applies only together with command; remove it',
    ],
    [
      '{ command: [a], persistent: true, format: text }',
      '10:52: skills[0].run.format must be json for a command with `persistent: true`, because text can contain line feeds',
    ],
    [
      '{ command: [a], persistent: true, kept: true }',
      '10:50: skills[0].run.kept is the former name of persistent; remove it',
    ],
    [
      '{ command: [a], kept: true, format: text }',
      '10:46: skills[0].run.format must be json for a command with `kept: true`, because text can contain line feeds',
    ],
    [
      '{ command: [a], env: [svc_api_key] }',
      '10:32: skills[0].run.env must not name svc_api_key: the settings of the agent contain its credentials, which are not passed to commands',
    ],
    [
      '{ command: [a], env: ["A=b"] }',
      '10:32: skills[0].run.env[0] must match the pattern ^[A-Za-z_][A-Za-z0-9_]*$, but it is "A=b"',
    ],
    [
      '{ url: "http://127.0.0.1", method: GET }',
      '10:45: skills[0].run.method must be POST, PUT or PATCH, but it is "GET"',
    ],
    [
      '{ url: "https://127.0.0.1" }',
      '10:17: skills[0].run.url must begin with http://, because it is the address of a local service',
    ],
    [
      '{ url: "http://127.0.0.1:99999" }',
      '10:17: skills[0].run.url must be a valid URL, with a port of at most 65535',
    ],
    [
      '{ a2a: "https://agents.example.com:99999" }',
      '10:17: skills[0].run.a2a must be a valid URL, with a port of at most 65535',
    ],
    [
      '{ url: "http://user@127.0.0.1" }',
      '10:17: skills[0].run.url must not contain a user name or a password',
    ],
    [
      '{ url: "http://127.0.0.1.example.com" }',
      '10:17: skills[0].run.url must be on this machine (127.0.0.1, [::1] or localhost), but it is on 127.0.0.1.example.com; add `remote: true` if that is intended',
    ],
    [
      '{ url: "http://169.254.169.254/latest", remote: true }',
      '10:17: skills[0].run.url must not be a link-local address, because cloud providers serve credentials there',
    ],
  ]
  it.each(faulty)('must not be %s', (run, message) => {
    expect(faultsOf(run)).toEqual([message])
  })

  it('needs a timeout_ms', () => {
    expect(faultsOf('{ command: [a] }', MANIFEST.replace('    timeout_ms: 10000\n', ''))).toEqual([
      '5:5: skills[0] has run, so it also needs timeout_ms, such as 10000',
    ])
  })

  it('is part of the manifest hash, but its absence and `kept` leave the hash as it was in earlier releases', () => {
    const hashOf = (text: string) => {
      const result = readManifest(text)
      return result.kind === 'valid' ? result.hash : result.faults
    }
    expect(hashOf(MANIFEST.replace('    run: RUN\n', ''))).toBe(
      '9c806d93d8160f7c51101eea7436089a11e73527995700f218e9252d9ba45159',
    )
    const [one, other] = ['{ command: [a] }', '{ command: [b] }'].map((run) =>
      hashOf(MANIFEST.replace('RUN', run)),
    )
    expect(one).not.toEqual(other)
    expect(hashOf(MANIFEST.replace('RUN', '{ command: [a], kept: true }'))).toBe(
      '3e12b97d65ea1ee0dd8c9ea47f51ddcc2bf87283dd011e9dc6ee98cdb96675f6',
    )
  })
})
