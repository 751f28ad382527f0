import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { coresOf, type PlatformSample } from '../../src/load/http/platform-metrics.ts'
import { duration, figure, tickLabel, percent, timeSpan } from '../../src/load/report/format.ts'
import { pageOf } from '../../src/load/report/html.ts'
import { linear, logarithmic, time } from '../../src/load/report/plot.ts'
import { textOf } from '../../src/load/report/text.ts'
import { spark } from '../../src/load/progress.ts'
import { formatTable, wrap } from '../../src/terminal/text.ts'
import { heartbeats, sampleReport } from './sample.ts'

const latency_ms = sampleReport().operations[0]!.latency_ms
const slow = heartbeats({ latency_ms: { ...latency_ms, p99: 1500 } })
const failing = heartbeats({ good: 21_000, bad: 480 })
const late = { bottleneck: true, late_ms: { ...latency_ms, p99: 90 } }

describe('the verdict', () => {
  it.each([
    [
      'all requests succeed',
      {},
      'kept',
      'This platform sustained 10,000 installations with a heartbeat every 60 s for 2 min: p99 12 ms, 0 errors, 8.0 % of one core.',
    ],
    [
      'one request in a thousand fails',
      { operations: heartbeats({ good: 21_460, bad: 20 }) },
      'kept',
      'sustained 10,000 installations with a heartbeat every 60 s for 2 min: p99 12 ms, 20 errors in 21,480 requests',
    ],
    [
      'more than one request in a thousand fails',
      { operations: failing },
      'not_kept',
      'did not sustain 10,000 installations with a heartbeat every 60 s: p99 12 ms, 480 errors in 21,480 requests',
    ],
    [
      'one heartbeat in a hundred takes over a second',
      { operations: slow },
      'not_kept',
      'p99 1.5 s',
    ],
    [
      'the generator is late, and all requests succeed',
      { client: late },
      'kept',
      'This platform sustained',
    ],
    [
      'the generator is late, and the platform is slow',
      { client: { ...late, late_ms: { ...latency_ms, p99: 900 } }, operations: slow },
      'unclear',
      'This run is inconclusive',
    ],
    [
      'the generator is out of processor time, and the platform is slow',
      { client: { ...late, cores: 0.97 }, operations: slow },
      'unclear',
      'This run is inconclusive',
    ],
    [
      'the generator is late, but the platform is even slower',
      { client: late, operations: slow },
      'not_kept',
      'did not sustain 10,000 installations',
    ],
    [
      'the generator is late, and the platform responds with errors',
      {
        client: { ...late, cores: 0.97 },
        operations: failing,
        endings: [
          {
            phase: 'steady',
            operation: 'renewLease',
            outcome: '503 STORE_UNAVAILABLE',
            judgement: 'bad',
            count: 480,
          },
        ],
      },
      'not_kept',
      '480 errors',
    ],
    [
      'the quota of the plan is reached',
      { fleet: { installed: 10, stopped_growing: '402 INSTALLATIONS_LIMIT_EXCEEDED' } },
      'not_kept',
      'Only 10 of 10,000 installations could be installed (402 INSTALLATIONS_LIMIT_EXCEEDED)',
    ],
    [
      'the run is ended while the fleet grows',
      { ended_early: true, operations: [], fleet: { installed: 10 } },
      'unclear',
      'The run was ended before anything was measured: 10 of 10,000 installations were installed.',
    ],
    [
      'the run is ended after the fleet has grown, but before a request is due',
      { ended_early: true, operations: [], fleet: { installed: 10_000 } },
      'unclear',
      'The run was ended before anything was measured: 10,000 of 10,000 installations were installed.',
    ],
    [
      'the run is ended while a fleet that is too small is measured',
      { ended_early: true, fleet: { installed: 9000 } },
      'not_kept',
      'Only 9,000 of 10,000 installations could be installed: p99 12 ms, 0 errors',
    ],
    [
      'no agent can be installed',
      { fleet: { installed: 0 }, operations: [] },
      'not_kept',
      'Only 0 of 10,000 installations could be installed',
    ],
    [
      'no request is due',
      { operations: [] },
      'unclear',
      'No request was due in 2 min: choose a --duration longer than the interval of 60 s.',
    ],
    ['the processor usage is unknown', { platform: null }, 'kept', 'p99 12 ms, 0 errors.'],
    ['the platform uses more than a core', { platform: { cores: 1.44 } }, 'kept', '1.4 cores'],
  ] as const)('describes the run when %s', (_, changes, kind, sentence) => {
    const { verdict } = sampleReport(changes)
    expect(verdict.kind).toBe(kind)
    expect(verdict.sentence).toContain(sentence)
    expect(verdict.next.length).toBeGreaterThan(0)
  })

  it.each([
    [{}, /The platform has capacity left: run it again with --installations 20000\./],
    [{ platform: { cores: 0.8 } }, /docs\/capacity\.md/],
    [{ operations: failing }, /Halve --installations/],
    [{ client: late }, /on a different machine/],
    [{ client: { waited_for_connection: 9000 } }, /--connections 512/],
    [
      {
        endings: [
          {
            phase: 'ramp',
            operation: 'createInstallToken',
            outcome: '429 RATE_LIMITED',
            judgement: 'bad',
            count: 3,
          },
        ],
      },
      /several API keys/,
    ],
    [
      { fleet: { installed: 10, stopped_growing: '402 INSTALL_TOKENS_LIMIT_EXCEEDED' } },
      /higher plan: this one has reached a limit of its plan\./,
    ],
    [{ operations: [] }, /--duration 120/],
    [{ cleanup: { workspace_left: 'ws_1' } }, /Delete the workspace ws_1/],
    [{ operations: [], ended_early: true }, /^Run it again without ending it\.$/],
    [{ operations: [] }, /^Run it again with --duration 120\.$/],
  ] as const)('recommends the next step for %j', (changes, next) => {
    expect(sampleReport(changes).verdict.next.join('\n')).toMatch(next)
  })

  it.each([
    [{ ended_early: true }, /ended early/],
    [{ client: late }, /The generator was a bottleneck: .* 90 ms late/],
    [{ platform: null }, /processor usage is unknown/],
    [
      { operations: heartbeats({ good: 21_478, explained: 2 }) },
      /2 failures were caused by the run itself/,
    ],
    [
      { operations: heartbeats({ good: 21_479, explained: 1 }) },
      /1 failure was caused by the run itself/,
    ],
    [
      { cleanup: { left: 3, reason: '503' } },
      /could not clean up: it leaves 3 installations behind \(503\)/,
    ],
    [
      { settings: { keep: true }, cleanup: { left: 3 } },
      /The run leaves 3 installations behind because of --keep/,
    ],
  ] as const)('notes %j', (changes, note) => {
    expect(sampleReport(changes).verdict.notes.join('\n')).toMatch(note)
  })
})

describe('the HTML page', () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'no-inline-style': 'error' },
  })
  const cases = {
    'of a successful run': sampleReport(),
    'of a failed run': sampleReport({
      operations: failing,
      client: late,
      platform: null,
      ended_early: true,
    }),
    'of a run without requests': sampleReport({
      operations: [],
      endings: [],
      timeline: { points: [], steady_from: 0 },
      seconds: { ramp: 0, steady: 0 },
    }),
    'of a single time slice': sampleReport({
      timeline: { points: [sampleReport().timeline.points[0]!], steady_from: 0 },
      seconds: { ramp: 0, steady: 1 },
    }),
  }

  it.each(Object.entries(cases))('%s is valid and accessible HTML', (_, report) => {
    const { results } = validator.validateStringSync(pageOf(report))
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`),
      ),
    ).toEqual([])
  })

  it.each(Object.entries(cases))(
    '%s is self-contained, has no scripts and no invalid numbers',
    (_, report) => {
      const page = pageOf(report)
      expect(page).not.toMatch(
        /<(script|iframe|object|embed|link|img)|\sstyle=|\son\w+=|@import|url\(|\s(src|href)=/,
      )
      expect(page).toContain("default-src 'none'")
      expect(page).not.toMatch(/NaN|Infinity|undefined/)
    },
  )

  it('escapes text from the platform', () => {
    const page = pageOf(
      sampleReport({
        settings: { workspace_id: '<script>alert(1)</script>', agent_id: '"><img src=x>' },
        endings: [
          { phase: 'steady', operation: 'renewLease', outcome: '<b>', judgement: 'bad', count: 1 },
        ],
      }),
    )
    expect(page).not.toMatch(/<script|<img|<b>/)
  })

  it('agrees with the terminal output', () => {
    const report = sampleReport({ operations: failing })
    const [page, text] = [
      pageOf(report),
      textOf(report, { formatTable, wrap }).replaceAll('\n', ' '),
    ]
    for (const sentence of [report.verdict.sentence, '21,480'])
      expect([page.includes(sentence), text.includes(sentence)]).toEqual([true, true])
  })
})

describe('axes', () => {
  const range = { from: 50, to: 500 }
  const value = fc.double({ min: 0.01, max: 1e9, noNaN: true })

  it('map every value between their ends, in order', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2 }), (values) => {
        const [least, most] = [Math.min(...values), Math.max(...values)]
        for (const { at, ticks } of [
          linear(most, range),
          logarithmic(least, most, range),
          time(most, range, 6),
        ]) {
          const positions = values.toSorted((a, b) => a - b).map(at)
          expect(
            positions.every(
              (position, index) =>
                position >= range.from - 1e-6 &&
                position <= range.to + 1e-6 &&
                (index === 0 || position >= positions[index - 1]!),
            ),
          ).toBe(true)
          expect(ticks.length).toBeGreaterThanOrEqual(1)
        }
      }),
    )
  })

  it('have few ticks, at round numbers', () => {
    fc.assert(
      fc.property(value, (most) => {
        const { ticks } = linear(most, range)
        const step = ticks[1]!
        expect(ticks.length).toBeLessThanOrEqual(7)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * 0.999)
        expect(step.toExponential(9)).toMatch(/^[125]\.0+e/)
        for (const [index, tick] of ticks.entries()) expect(tick / step).toBeCloseTo(index, 9)
      }),
    )
  })
})

describe('figures', () => {
  it.each([
    [duration(0), '0 ms'],
    [duration(0.4249), '0.42 ms'],
    [duration(4.25), '4.3 ms'],
    [duration(42.4), '42 ms'],
    [duration(999.4), '999 ms'],
    [duration(1234), '1.2 s'],
    [duration(83_000), '83 s'],
    [tickLabel(0.1), '0.1 ms'],
    [tickLabel(10), '10 ms'],
    [tickLabel(1000), '1 s'],
    [figure(4200), '4,200'],
    [percent(0), '0 %'],
    [percent(0.0816), '8.2 %'],
    [percent(0.42), '42 %'],
    [percent(0.0004), '0.040 %'],
    [timeSpan(1), '1 s'],
    [timeSpan(60), '60 s'],
    [timeSpan(300), '5 min'],
    [timeSpan(150), '2 min 30 s'],
    [timeSpan(5400), '1 h 30 min'],
    [timeSpan(7201), '2 h'],
  ])('are shown as %s', (shown, expected) => {
    expect(shown).toBe(expected)
  })

  it.each([
    [[], ''],
    [[0, 0], '▁▁'],
    [[0, 1, 2, 4, 8], '▁▂▃▅█'],
    [[5], '█'],
  ])('show %j as the sparkline %j', (values, bars) => {
    expect(spark(values, 10)).toBe(bars)
  })

  it('a sparkline shows only the latest values', () => {
    expect(spark([9, 9, 9, 1, 2], 2)).toBe('▅█')
  })
})

describe("the platform's processor usage", () => {
  const sample = (at: number, cpu_seconds: number, started = '1'): PlatformSample => ({
    at,
    cpu_seconds,
    memory_bytes: null,
    started,
  })
  it.each([
    ['is measured for one process', [sample(0, 10), sample(10_000, 10.8)], 0.08],
    ['is unknown without samples', [], null],
    ['is unknown with a single sample', [sample(0, 1)], null],
    [
      'is unknown for two processes behind one address',
      [sample(0, 10, '1'), sample(5000, 90, '2'), sample(10_000, 11, '1')],
      null,
    ],
  ])('%s', (_, samples, cores) => {
    const found = coresOf(samples)
    expect(found === null ? null : Number(found.toFixed(3))).toBe(cores)
  })
})
