import { describe, expect, it } from 'vitest'
import type { Flag } from '../../data/records/flag.ts'
import { type Staleness, USUAL_STALENESS } from '../../data/records/staleness.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { newFlagRow } from '../../testing/row-builders.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { constantVariant, flagStatus, staleBefore } from './flag-status.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const DAY = 86_400_000
const daysAgo = (days: number, ms = 0): Timestamp => timestampOf(NOW - days * DAY - ms)

const EVERYBODY = normalizeFilters({ groups: [{ rollout_percentage: 100 }] })
const HALF = normalizeFilters({ groups: [{ rollout_percentage: 50 }] })

function statusOf(fields: Partial<Flag>, rule: Staleness = USUAL_STALENESS) {
  const row = newFlagRow({ projectId: 1, filters: EVERYBODY, createdAt: daysAgo(90), ...fields })
  const { status, reason } = flagStatus({ id: 1, ...row }, staleBefore(rule, NOW), NOW)
  return { status, reason }
}

describe('the status of a flag', () => {
  it('FLAG-80 is that it is deleted, before all else', () => {
    expect(statusOf({ deleted: true, archived: true, active: false })).toEqual({
      status: 'deleted',
      reason: 'Flag has been deleted',
    })
  })

  it('FLAG-80 is that it is archived, before that it is disabled', () => {
    expect(statusOf({ archived: true, active: false })).toMatchObject({ status: 'archived' })
  })

  it('FLAG-80 is active when it is disabled, however old', () => {
    expect(statusOf({ active: false })).toEqual({
      status: 'active',
      reason: 'Flag is disabled (not evaluated for staleness)',
    })
  })

  it.each([
    [0, 0, 'active', 'Flag was called today'],
    [0, DAY - 1, 'active', 'Flag was called today'],
    [1, 0, 'active', 'Flag was last called 1 day ago'],
    [2, 0, 'active', 'Flag was last called 2 days ago'],
    [30, 0, 'active', 'Flag was last called 30 days ago'],
    [30, 1, 'stale', 'Flag has not been called in 30 days'],
    [31, 0, 'stale', 'Flag has not been called in 31 days'],
    [400, 0, 'stale', 'Flag has not been called in 400 days'],
  ])('FLAG-81 goes by the last call where there was one: %d days and %d ms ago', (days, ms, status, reason) => {
    expect(statusOf({ lastCalledAt: daysAgo(days, ms) })).toEqual({ status, reason })
    expect(statusOf({ lastCalledAt: daysAgo(days, ms), filters: HALF })).toEqual({ status, reason })
  })

  it.each([
    [30, 0, 'active', 'Flag has no usage data yet'],
    [30, 1, 'stale', 'This boolean flag will always evaluate to "true"'],
  ])('FLAG-82 goes by age and rollout where there was none: %d days and %d ms old', (days, ms, status, reason) => {
    expect(statusOf({ createdAt: daysAgo(days, ms) })).toEqual({ status, reason })
  })
})

describe('the rule of a project', () => {
  const called = { lastCalledAt: daysAgo(0) }
  const NEVER: Staleness = { notCalledDays: null, neverCalledDays: null, rolledOutDays: null }

  it('FLAG-81 goes by as many days without a call as it says, or by none', () => {
    const lately = { lastCalledAt: daysAgo(8), filters: HALF }
    expect(statusOf(lately, { ...NEVER, notCalledDays: 7 })).toMatchObject({ status: 'stale' })
    expect(statusOf(lately, { ...NEVER, notCalledDays: 9 })).toMatchObject({ status: 'active' })
    expect(statusOf({ ...lately, lastCalledAt: daysAgo(999) }, NEVER)).toMatchObject({ status: 'active' })
  })

  it('FLAG-84 makes a flag that nobody ever asked for stale, whatever it answers', () => {
    const rule = { ...NEVER, neverCalledDays: 7 }
    const reason = 'Flag has never been called in 8 days'
    expect(statusOf({ createdAt: daysAgo(8), filters: HALF }, rule)).toEqual({ status: 'stale', reason })
    expect(statusOf({ createdAt: daysAgo(7), filters: HALF }, rule)).toMatchObject({ status: 'active' })
    expect(statusOf({ ...called, createdAt: daysAgo(8) }, rule)).toMatchObject({ status: 'active' })
  })

  it('FLAG-85 makes a flag stale that has long answered everybody the same, though it is called', () => {
    const rule = { ...NEVER, rolledOutDays: 7 }
    const reason = 'This boolean flag will always evaluate to "true", as it has for 8 days'
    expect(statusOf({ ...called, updatedAt: daysAgo(8) }, rule)).toEqual({ status: 'stale', reason })
    expect(statusOf({ ...called, updatedAt: null, createdAt: daysAgo(8) }, rule)).toEqual({ status: 'stale', reason })
    expect(statusOf({ ...called, updatedAt: daysAgo(7) }, rule)).toMatchObject({ status: 'active' })
    expect(statusOf({ ...called, updatedAt: daysAgo(8), filters: HALF }, rule)).toMatchObject({ status: 'active' })
  })
})

const VARIANTS = {
  variants: [
    { key: 'a', rollout_percentage: 0 },
    { key: 'b', rollout_percentage: 100 },
  ],
}
const SPLIT = {
  variants: [
    { key: 'a', rollout_percentage: 50 },
    { key: 'b', rollout_percentage: 50 },
  ],
}
const plan = { key: 'plan', type: 'person', value: 'pro' } as const
const always = (variant: string) => `This flag will always use the variant "${variant}"`

describe('a flag that decides nothing any more', () => {
  it.each([
    ['lets everybody in', { groups: [{ rollout_percentage: 100 }] }],
    ['lets everybody in by its second condition', { groups: [{ rollout_percentage: 5 }, { rollout_percentage: 100 }] }],
  ])('FLAG-82 is stale: it %s', (_, filters) => {
    expect(statusOf({ filters: normalizeFilters(filters) })).toEqual({
      status: 'stale',
      reason: 'This boolean flag will always evaluate to "true"',
    })
  })

  it.each([
    ['a boolean flag', { groups: [] }],
    ['one with variants', { groups: [], multivariate: VARIANTS }],
  ])('FLAG-136 is stale without conditions, and off for all: %s', (_, filters) => {
    const reason = 'This flag has no conditions and will always evaluate to "false"'
    const fields = { filters: normalizeFilters(filters) }
    expect(statusOf(fields)).toEqual({ status: 'stale', reason })
    const rule = { notCalledDays: null, neverCalledDays: null, rolledOutDays: 7 }
    expect(statusOf({ ...fields, lastCalledAt: daysAgo(0), updatedAt: daysAgo(8) }, rule)).toEqual({
      status: 'stale',
      reason: `${reason}, as it has for 8 days`,
    })
    expect(constantVariant(fields.filters)).toBeNull()
  })

  it.each([
    ['lets in less than everybody', { groups: [{ rollout_percentage: 99.9 }] }],
    ['says no percentage', { groups: [{}] }],
    ['looks at a property', { groups: [{ rollout_percentage: 100, properties: [plan] }] }],
    ['divides everybody', { groups: [{ rollout_percentage: 100 }], multivariate: SPLIT }],
    ['has one variant for some', { groups: [{ rollout_percentage: 10 }], multivariate: VARIANTS }],
    ['gives a variant to some', { groups: [{ rollout_percentage: 10, variant: 'a' }], multivariate: SPLIT }],
  ])('FLAG-82 is not one that %s', (_, filters) => {
    expect(statusOf({ filters: normalizeFilters(filters) })).toEqual({
      status: 'active',
      reason: 'Flag has no usage data yet',
    })
  })

  it.each([
    ['the variant that has everybody', { groups: [{ rollout_percentage: 100 }], multivariate: VARIANTS }, 'b'],
    [
      'the override of an open condition',
      { groups: [{ rollout_percentage: 100, variant: 'a' }], multivariate: SPLIT },
      'a',
    ],
    [
      'no override of a condition that is not open',
      {
        groups: [{ rollout_percentage: 100, variant: 'a', properties: [plan] }, { rollout_percentage: 100 }],
        multivariate: VARIANTS,
      },
      'b',
    ],
  ])('FLAG-82 names %s', (_, filters, variant) => {
    expect(statusOf({ filters: normalizeFilters(filters) })).toEqual({ status: 'stale', reason: always(variant) })
  })
})
