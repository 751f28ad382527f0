import { describe, expect, it } from 'vitest'
import { code } from '../../src/report/escape.ts'
import type { Run } from '../../src/engine/run.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import { curlLine } from '../../src/engine/reproduce/curl.ts'
import { reproduce } from '../../src/engine/reproduce/index.ts'
import { reportOf, type Report } from '../../src/report/data.ts'
import { har } from '../../src/report/har.ts'
import { REPORTERS } from '../../src/report/index.ts'
import { linesOf } from '../support/rule-lines.ts'
import { heading, text } from '../../src/report/text.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { referenceAgent } from '../agent/reference.ts'
import type { Handler } from '../support/handler.ts'
import { judge } from '../support/judge.ts'
import { junitErrors } from '../support/junit.ts'
import { mapResponse, mapJson } from '../support/mutants.ts'

/** Text that a terminal, browser, shell, parser or CI system could interpret. */
const HARM = [
  '\u001b[2J\u001b]8;;https://evil.example\u0007evil\u001b]8;;\u0007',
  '\u009b31m',
  '\u202egnp.exe',
  '\u2066\u200b\ufeff',
  '\r\n::add-mask::evil',
  '\n::error::evil',
  '##[add-path]evil',
  '<script>evil()</script>',
  '<img src=x onerror=evil()>',
  '"onmouseover="evil()',
  ']]><evil/>',
  '-->',
  '</pre></details><evil>',
  '[evil](javascript:evil())',
  '![evil](https://evil.example/x.png)',
  '`evil`',
  '``` evil',
  '@evil',
  '|evil|',
  'https://evil.example',
  '&lt;evil&gt;',
  '#evil',
  '\n...\nevil: true',
  '$(evil)',
  '`evil`; evil',
  "'; evil; '",
  '\ud800',
].join(' ')
const SHORT_HARM = [
  '\u001b[31m',
  '\u202e',
  '<evil>',
  '[evil](javascript:x)',
  '`@evil',
  '|evil',
  '##[evil]',
  '$(evil)',
].join('')

/** An agent with harmful text in many of its findings. */
const hostile: Handler = (() => {
  const card = mapJson(referenceAgent(), '/.well-known/agent.json', (body) => ({
    ...body,
    version: 7,
    [HARM]: HARM,
    capabilities: [HARM],
    verification_status: [HARM],
    authentication: { type: HARM, verify_url: HARM },
    skills: (body['skills'] as object[]).map((skill) => ({
      ...skill,
      input_schema: { properties: { [SHORT_HARM]: { type: HARM } } },
    })),
  }))
  const tasks = mapJson(card, '/a2a/tasks', (body, _, response) =>
    response.status === 200
      ? { ...body, output: { [HARM]: HARM }, [HARM]: HARM }
      : { ...body, error: HARM },
  )
  const health = mapResponse(tasks, '/health', () => ({
    status: 500,
    headers: { 'X-Svc-Evil': '<evil>\u009b' },
    body: HARM,
  }))
  return mapResponse(
    mapResponse(health, '/svc/auth', (response) => ({ ...response, body: HARM })),
    '/a2a',
    (response) => ({
      ...response,
      body: `{"jsonrpc":${JSON.stringify(HARM)}}`,
      headers: { ...response.headers, 'X-Svc-Reputation': '<evil>\u009b[evil](javascript:x)' },
    }),
  )
})()

const STARTED = '2026-03-02T09:10:00.000Z'
let cached: { readonly run: Run; readonly report: Report } | undefined
async function reported(): Promise<{ readonly run: Run; readonly report: Report }> {
  if (cached === undefined) {
    const run = await judge(agentSuite, hostile)
    cached = { run, report: reportOf([run], { started_at: STARTED, trace: () => true }) }
  }
  return cached
}

/** Characters that are interpreted and not displayed, other than line breaks in the report. */
const CONTROL_CHARACTERS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

describe('text from a hostile agent', () => {
  it('is part of many findings', async () => {
    const { report } = await reported()
    const findings = report.rules.filter(
      ({ violation }) =>
        violation !== undefined && /evil/.test(`${violation.pointer} ${violation.actual}`),
    )
    expect(findings.length).toBeGreaterThan(5)
  })

  it.each([...Object.keys(REPORTERS), 'har', 'text', 'lines'])(
    'adds no control character to %s',
    async (kind) => {
      const { run, report } = await reported()
      const shown =
        {
          ...Object.fromEntries(
            Object.entries(REPORTERS).map(([name, render]) => [name, render(report)]),
          ),
          har: har(run, STARTED),
          text: text(report, { colour: false, tree: true }),
          lines: linesOf(report.rules),
        }[kind] ?? ''
      expect(CONTROL_CHARACTERS.exec(shown)?.[0]).toBeUndefined()
      expect(shown.isWellFormed()).toBe(true)
    },
  )

  it.each(['text', 'lines'])('adds no CI command to %s', async (kind) => {
    const { report } = await reported()
    const shown =
      kind === 'text'
        ? text(report, { colour: false, tree: true, columns: 80 })
        : linesOf(report.rules)
    expect(shown.split('\n').filter((line) => /^\s*::|##\[|##vso/.test(line))).toEqual([])
    expect(heading({ ...report, target: `http://x/${HARM}`, seed: HARM })).not.toContain('\n')
  })

  it('adds no tags or scripts to HTML', async () => {
    const page = REPORTERS['html']!((await reported()).report)
    const tags = new Set(
      [
        ...page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').matchAll(/<\/?([a-zA-Z][^\s>/]*)/g),
      ].map(([, name]) => name),
    )
    for (const tag of ['script', 'img', 'evil', 'evil/']) expect(tags.has(tag), tag).toBe(false)
    expect(page).not.toMatch(/<[^>]*\son\w+=/)
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-/,
    )
    expect(page).toContain('&lt;script&gt;evil()')
  })

  it('adds no element to JUnit', async () => {
    const xml = REPORTERS['junit']!((await reported()).report)
    expect(junitErrors(xml)).toEqual([])
    expect(xml).not.toMatch(/<\/?evil|<script/)
  })

  it('is always code in Markdown', async () => {
    const markdown = REPORTERS['markdown']!((await reported()).report)
    const outside = markdown
      .replace(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
      .replace(/(?<!`)(`+)(?!`)([\s\S]*?)(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/evil|javascript:/)
  })

  it.each(['`a', 'a`', '``', ' ', 'a``b`c', '|', ''])(
    'does not end code in Markdown: %j',
    (given) => {
      const [, fence = '', inner = ''] = /^(`+)([\s\S]*)\1$/.exec(code(given)) ?? []
      expect(inner.match(/`+/g) ?? []).not.toContain(fence)
    },
  )

  it('adds no command to GitHub annotations', async () => {
    const lines = REPORTERS['github']!((await reported()).report)
      .split('\n')
      .filter(Boolean)
    expect(
      lines.filter((line) => !/^::(error|warning) title=[^:]*::(?!.*##\[)/.test(line)),
    ).toEqual([])
  })

  it('adds no link to SARIF', async () => {
    const log = JSON.parse(REPORTERS['sarif']!((await reported()).report)) as {
      runs: [
        {
          results: {
            message: { text: string }
            locations: [{ physicalLocation: { artifactLocation: { uri: string } } }]
          }[]
        },
      ]
    }
    for (const {
      message,
      locations: [{ physicalLocation }],
    } of log.runs[0].results) {
      expect(message.text).not.toContain('](')
      expect(URL.canParse(physicalLocation.artifactLocation.uri)).toBe(true)
    }
  })

  it('is quoted in shell commands', async () => {
    const { run } = await reported()
    for (const result of run.results)
      for (const line of reproduce(run, result).lines)
        expect(line.replace(/'[^']*'|\\'/g, '')).not.toContain('evil')
  })

  it('does not appear in a shell script if it is the name of a member', async () => {
    const named = mapJson(referenceAgent(), '/svc/auth', (body) => ({
      'x; evil': 'identifier-of-something',
      ...body,
    }))
    const run = await judge(
      agentSuite,
      mapJson(named, '/chat', () => []),
    )
    for (const result of run.results)
      for (const line of reproduce(run, result).lines) expect(line).not.toContain('evil')
  })

  it('is escaped in the URL and body of a curl command', () => {
    const line = curlLine(
      'http://h',
      { method: 'POST', path: '/[1-9]/\u202e', headers: {}, body: '{"a":"\u202e"}' },
      1000,
    )
    expect(line).toBe(
      `curl -sS -i --max-time 1 -g -X POST 'http://h/[1-9]/%E2%80%AE' --data-raw '{"a":"\\u202e"}'`,
    )
  })
})

describe('secrets', () => {
  const SECRET = 'a very/secret+value="1"'
  it.each([
    ['in plain text', SECRET],
    ['in JSON', JSON.stringify(SECRET)],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in text that is truncated with an ellipsis', `you sent ${SECRET.slice(0, 12)}…`],
    ['in text that is truncated without an ellipsis', `you sent ${SECRET.slice(0, 15)}`],
    [
      'in each of several truncated strings',
      `a "${SECRET.slice(0, 15)}…", b "${SECRET.slice(0, 12)}…"`,
    ],
    [
      'before text that only begins like them',
      `a "${SECRET.slice(0, 15)}…", b ${SECRET.slice(0, 8)}-x`,
    ],
    ['in base64 that is truncated', `${Buffer.from(SECRET).toString('base64').slice(0, 12)}…`],
  ])('are redacted %s', (_, shown) => {
    const vault = createVault()
    vault.add('SVC_KEY', SECRET)
    expect(vault.redact(shown)).not.toContain(SECRET.slice(0, 10))
    expect(vault.redact(shown)).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 10))
    expect(vault.redact(shown)).toContain('$SVC_KEY')
  })

  it('are redacted in a member with the name of a secret, even if they are not known', () => {
    expect(createVault().redact('{"pin":"1234","pin": "0123456789","token":"opaque-token"}')).toBe(
      '{"pin":"[redacted]","pin": "[redacted]","token":"[redacted]"}',
    )
    const short = '{"pin":"123","token":"abcdef"}'
    expect(createVault().redact(short)).toBe(short)
  })

  it('do not cause similar text to be redacted', () => {
    const vault = createVault()
    vault.add('SVC_KEY', 'https://example.com/and/more')
    expect(vault.redact('see https://example.org')).toBe('see https://example.org')
  })
})
