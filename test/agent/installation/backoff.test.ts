import { expect, it } from 'vitest'
import {
  backoff,
  effectiveInterval,
  nextAllowedAt,
  heartbeatWait,
  outageCap,
  retryAfterWait,
  probeWait,
  recordAttempt,
} from '../../../src/agent/installation/backoff.ts'
import { HOUR } from '../../kit/time.ts'

it('the backoff limit doubles from one second up to its cap, and waits are random below it', () => {
  expect([1, 2, 3, 4, 5].map((failures) => backoff(failures, HOUR, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000,
  ])
  expect([backoff(7, 60_000, 1), backoff(1000, HOUR, 1)]).toEqual([60_000, HOUR])
  expect([backoff(3, HOUR, 0), backoff(3, HOUR, 0.5)]).toEqual([0, 2000])
})

it('the backoff cap during an outage is twice the interval, but at least 30 seconds and at most ten minutes', () => {
  expect([5, 15, 16, 60, 300, 301, 3600].map(outageCap)).toEqual([
    30_000, 30_000, 32_000, 120_000, 600_000, 600_000, 600_000,
  ])
})

it('Retry-After is respected up to an hour, plus up to a tenth', () => {
  expect([null, 0, 5000].map((retry_after) => retryAfterWait(retry_after, 0))).toEqual([0, 0, 5000])
  expect(
    [HOUR - 1, HOUR, HOUR + 1, 24 * HOUR].map((retry_after) => retryAfterWait(retry_after, 0)),
  ).toEqual([HOUR - 1, HOUR, HOUR, HOUR])
  expect([retryAfterWait(5000, 1), retryAfterWait(24 * HOUR, 1), retryAfterWait(null, 1)]).toEqual([
    5500, 3_960_000, 0,
  ])
})

it('refused credentials are tried again after half a minute to about an hour', () => {
  expect([
    probeWait(1, 0),
    probeWait(1, 1),
    probeWait(2, 1),
    probeWait(50, 0),
    probeWait(50, 1),
  ]).toEqual([30_000, 62_000, 94_000, 30_000, 3_630_000])
})

it('with a limit of two requests a minute, a request waits until a minute after the second-to-last one', () => {
  expect([
    nextAllowedAt([], 2),
    nextAllowedAt([100], 2),
    nextAllowedAt([100, 200], 2),
    nextAllowedAt([100, 200, 300], 2),
  ]).toEqual([-Infinity, -Infinity, 60_100, 60_200])
  expect(recordAttempt([1000, 1001], 61_000)).toEqual([1001, 61_000])
})

it("the next heartbeat follows the platform's time, or the interval if that is implausible", () => {
  expect(
    [null, 14_999, 15_000, 30_000, 60_000, 66_000, 66_001, -1].map((stated) =>
      heartbeatWait(stated, 60, 0),
    ),
  ).toEqual([60_000, 60_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000])
  expect([heartbeatWait(null, 60, 1), heartbeatWait(30_000, 60, 1)]).toEqual([57_000, 28_500])
})

it('an interval is a whole number of seconds from 5 to 3600', () => {
  expect([-1, 4, 5, 59.4, 59.5, 3600, 3601].map(effectiveInterval)).toEqual([
    5, 5, 5, 59, 60, 3600, 3600,
  ])
})
