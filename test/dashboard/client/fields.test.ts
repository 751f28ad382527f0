import { h, type VNode } from 'preact'
import prerender from 'preact-iso/prerender'
import { describe, expect, it } from 'vitest'
import { SelectField } from '../../../dashboard/src/parts/forms/field.tsx'

const TIMES = [
  ['0', 'At once'],
  ['30', '30 seconds'],
  ['120', '2 minutes'],
] as const

describe('a select field', () => {
  it.each(TIMES)('marks the initial option: %s', async (chosen) => {
    const { html } = await prerender(
      h(SelectField, { label: 'Time to finish', name: 'time', options: TIMES, chosen }) as VNode,
    )
    expect(html.match(/<option[^>]*selected[^>]*>/g)).toEqual([
      expect.stringContaining(`value="${chosen}"`),
    ])
  })
})
