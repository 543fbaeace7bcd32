import { expect, test } from 'vitest'
import { percent } from '../parts/number.ts'
import { changeParts, changeText, type ReportedChange } from './change-parts.ts'
import type { Change } from './flag-change.ts'

const groups = (...shares: number[]) => ({ groups: shares.map((rollout_percentage) => ({ rollout_percentage })) })
const countries = (...value: string[]) => ({ groups: [{ properties: [{ key: 'country', operator: 'exact', value }] }] })

function textOf(changes: readonly Change[], activity = 'updated', scope = 'FeatureFlag'): string {
  return changeText(changeParts([{ activity, scope, detail: { changes } }]))
}

test('CONSOLE-351 a changed value is shown before and after', () => {
  expect(textOf([{ field: 'filters', before: groups(10), after: groups(60) }])).toBe(
    `Set 1 ${percent(10)} → ${percent(60)}`,
  )
  expect(textOf([{ field: 'active', before: false, after: true }])).toBe('Off → On')
  expect(textOf([{ field: 'name', before: '', after: 'New' }])).toBe('Description none → New')
  expect(textOf([{ field: 'filters', before: countries('DE'), after: countries('DE', 'AT') }])).toBe(
    'Set 1, country DE → DE, AT',
  )
  expect(textOf([{ field: 'name', before: 'a', after: 'b' }], 'updated', 'Dashboard')).toBe('Name a → b')
})

test('CONSOLE-351 long values that start alike are shown from the word that differs', () => {
  const text = (number: number) => `Kill switch for the old index, revision ${number}`
  expect(textOf([{ field: 'name', before: text(2998), after: text(3288) }])).toBe('Description …2998 → …3288')
})

test('CONSOLE-351 added and removed items of a list are marked', () => {
  expect(textOf([{ field: 'tags', before: ['old', 'same'], after: ['same', 'checkout'] }])).toBe('Tags +checkout −old')
  expect(textOf([{ field: 'tiles', before: [{ id: 1 }], after: [{ id: 1 }, { id: 2 }] }], 'updated', 'Dashboard')).toBe(
    'Tiles 1 → 2',
  )
})

test('CONSOLE-339 changes of tiles are counted, each tile once', () => {
  const tile = (id: number, x = 0) => ({ id, insight: id, text: null, layouts: { sm: { x } } })
  const entry = (...changes: readonly (readonly [before: unknown, after: unknown])[]): ReportedChange => ({
    activity: 'updated',
    scope: 'Dashboard',
    detail: { changes: changes.map(([before, after]) => ({ field: 'tiles', before, after })) },
  })
  const text = (...newestFirst: readonly ReportedChange[]) => changeText(changeParts(newestFirst))
  expect(text(entry([null, tile(1)]))).toBe('1 tile added')
  expect(text(entry([tile(3), null]), entry([null, tile(2)]), entry([null, tile(1)]))).toBe(
    '2 tiles added, 1 tile removed',
  )
  expect(text(entry([tile(1), tile(1, 6)], [tile(2), tile(2, 6)]))).toBe('2 tiles changed')
  expect(text(entry([tile(1), null]), entry([null, tile(1)]))).toBe('No difference')
})

test('CONSOLE-339 a value without a short form is shown as changed', () => {
  const access = { field: 'restriction_level', before: 21, after: 37 }
  expect(textOf([access], 'updated', 'Dashboard')).toBe('Edit access changed')
  expect(textOf([{ field: 'usage_reset_at', before: null, after: '2026-01-01T00:00:00Z' }])).toBe('Usage reset')
  expect(textOf([{ field: 'filters', before: countries('DE'), after: { groups: [{ properties: [] }] } }])).toBe(
    'Set 1 filters changed',
  )
})

test('CONSOLE-351 condition sets, variants and payloads have a short form', () => {
  expect(textOf([{ field: 'filters', before: groups(10), after: groups(10, 20) }])).toBe('Set 2 added')
  expect(textOf([{ field: 'filters', before: groups(10, 20), after: groups(20) }])).toBe('Set 1 removed')
  const variants = (...keys: string[]) => ({
    multivariate: { variants: keys.map((key) => ({ key, rollout_percentage: 100 / keys.length })) },
  })
  expect(textOf([{ field: 'filters', before: variants('a', 'b'), after: variants('a') }])).toBe(
    `Variants a ${percent(50)}, b ${percent(50)} → a ${percent(100)}`,
  )
  const payload = (text?: string) => ({ payloads: text === undefined ? {} : { true: text } })
  expect(textOf([{ field: 'filters', before: payload('1'), after: payload('2') }])).toBe('Payload 1 → 2')
  expect(textOf([{ field: 'filters', before: payload(), after: payload('x'.repeat(200)) }])).toMatch(
    /^Payload none → x{60}…$/,
  )
})

test('CONSOLE-351 several parts are joined, the version is left out, and the verb comes first', () => {
  const changes = [
    { field: 'active', before: false, after: true },
    { field: 'tags', before: [], after: ['x'] },
    { field: 'version', before: 1, after: 2 },
  ]
  expect(textOf(changes)).toBe('Off → On, Tags +x')
  expect(textOf([], 'created')).toBe('Created')
  expect(textOf([{ field: 'deleted', before: true, after: false }], 'restored')).toBe('Restored')
  expect(textOf([])).toBe('Saved')
})

test('CONSOLE-351 a change that restored a version says so', () => {
  const detail = {
    changes: [{ field: 'active', before: true, after: false }],
    trigger: { job_type: 'restore', job_id: '3' },
  }
  expect(changeText(changeParts([{ activity: 'updated', scope: 'FeatureFlag', detail }]))).toBe(
    'Restored version 3, On → Off',
  )
})

test('CONSOLE-352 folded changes run from the oldest value to the newest', () => {
  const entry = (before: unknown, after: unknown): ReportedChange => ({
    activity: 'updated',
    scope: 'FeatureFlag',
    detail: { changes: [{ field: 'name', before, after }] },
  })
  expect(changeText(changeParts([entry('b', 'c'), entry('a', 'b')]))).toBe('Description a → b → c')
  expect(changeText(changeParts([entry('a', 'a'), entry('a', 'a')]))).toBe('No difference')
})

const flagEntry = (field: string, before: unknown, after: unknown): ReportedChange => ({
  activity: 'updated',
  scope: 'FeatureFlag',
  detail: { changes: [{ field, before, after }] },
})

/** Returns the row of consecutive changes, which are given oldest first. */
const rowOf = (...entries: readonly ReportedChange[]) => changeText(changeParts(entries.toReversed()))
const values = (field: string, all: readonly unknown[]) =>
  rowOf(...all.slice(1).map((after, index) => flagEntry(field, all[index], after)))

test('CONSOLE-375 folded changes show the values between that differ from both ends', () => {
  const shares = (...all: number[]) =>
    values(
      'filters',
      all.map((share) => groups(share)),
    )
  expect(shares(66, 100, 0)).toBe('Set 1 66% → 100% → 0%')
  expect(shares(10, 20, 50, 100)).toBe('Set 1 10% → 20% → … → 100%')
  expect(shares(10, 50, 10, 50)).toBe('Set 1 10% → 50%')
  expect(values('active', [false, true, false])).toBe('Off → On → Off')
  expect(values('name', ['a', 'b', 'c'])).toBe('Description a → b → c')
  expect(values('name', ['a', 'a text with more than 24 characters', 'c'])).toBe('Description a → … → c')
})

test('CONSOLE-375 folded changes show what was taken back', () => {
  expect(values('archived', [false, true, false])).toBe('Archived, Unarchived')
  expect(values('filters', [groups(10), groups(10, 100), groups(10)])).toBe('Set 2 added, Set 2 removed')
  expect(values('filters', [groups(10, 20), groups(100, 20), groups(20)])).toBe('Set 1 10% → 100%, Set 1 removed')
  expect(values('tags', [[], ['x'], []])).toBe('Tags +x, Tags −x')
})

test('CONSOLE-376 changes of an organization are in words', () => {
  const text = (scope: string, activity: string, field: string, before: unknown, after: unknown) =>
    textOf([{ field, before, after }], activity, scope)
  expect(text('OrganizationMembership', 'created', 'level', null, 1)).toBe('Joined as member')
  expect(text('OrganizationMembership', 'updated', 'level', 1, 8)).toBe('Member → Admin')
  expect(text('OrganizationMembership', 'deleted', 'level', 1, null)).toBe('No longer a member')
  expect(text('OrganizationInvite', 'created', 'level', null, 8)).toBe('Invited as admin')
  expect(text('OrganizationInvite', 'deleted', 'level', 1, null)).toBe('Invitation withdrawn')
  const time = '2026-11-27T10:46:24.192000Z'
  expect(text('OrganizationInvite', 'updated', 'accepted_at', null, time)).toBe('Accepted the invitation')
  expect(text('PersonalAPIKey', 'updated', 'expires_at', null, time)).toMatch(/^Expires none → (?!.*T10:).*2026/)
  expect(text('Organization', 'updated', 'default_feature_flags_access_level', 37, 21)).toBe(
    'Default flag access Edit all flags → View flags',
  )
})
