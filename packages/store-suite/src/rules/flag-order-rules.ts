import type { Flag, Store } from '@flagdeck/core'
import { seedFlag, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import { FLAG_ORDER_FIELDS, type FlagOrderField, type FlagQuery, type NewFlag } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const flagOrderRules: StoreRuleGroup = {
  title: 'order of flags',
  about:
    'False is before true. Numbers and times are ordered by value, and text by code point. Null is above every other value.',
  rules: [
    ...FLAG_ORDER_FIELDS.map((field, n) =>
      storeRule(
        `STORE-${200 + n}`,
        `flags can be ordered by ${field}: nulls are last in ascending and first in descending order, ties by descending id`,
        async ({ store }) => {
          const { project } = await seedTenant(store)
          const flags = await seedFlagsInNoOrder(store, project.id, field)
          for (const descending of [false, true]) {
            const query: FlagQuery = { order: { field, descending } }
            const { items } = await store.read((tx) => tx.flags.list(project.id, query, { limit: 1000, offset: 0 }))
            const expected = [...flags].sort((a, b) => expectedOrder(a, b, field, descending))
            expect(items.map((flag) => [flag.id, fieldOf(flag, field)])).toEqual(
              expected.map((flag) => [flag.id, fieldOf(flag, field)]),
            )
          }
        },
      ),
    ),
  ],
}

/**
 * Values for each field by which flags can be ordered, unordered, with ties, and with nulls where the field allows
 * them.
 */
const SPREAD: { readonly [Field in Exclude<FlagOrderField, UserField | 'id'>]: readonly Flag[Field][] } = {
  key: ['b', 'a', 'B', 'a-1', 'a_1', 'a1', 'A', 'aa', '1'],
  name: [
    'b',
    '',
    'a',
    'B',
    '\u{1F600}',
    '\u{FF5E}',
    'é',
    'e\u0301',
    'z',
    '',
    'b',
    'ab',
    '-',
    'a b',
    'ß',
    '\uD7A3',
    '\uE000',
    'ss',
  ],
  active: [true, false, true, false],
  archived: [false, true, false, true],
  createdAt: [
    '2026-01-01T00:00:00.000002Z',
    '2026-01-01T00:00:00.000001Z',
    '0001-01-01',
    '9999-12-31',
    '2026-01-01',
  ].map(moment),
  updatedAt: [moment('2026-01-01T00:00:00.000002Z'), null, moment('2026-01-01T00:00:00.000001Z'), null],
  version: [2, 10, 1, 10],
  ensureExperienceContinuity: [true, null, false, null, true],
  performedRollback: [null, true, false, null, false],
  evaluationRuntime: ['server', null, 'all', 'client', null, 'all'],
  bucketingIdentifier: ['distinct_id', null, 'device_id', 'distinct_id', null],
  isRemoteConfiguration: [true, null, false, null, true],
  hasEncryptedPayloads: [false, null, true, null, false],
  lastCalledAt: [null, moment('2026-01-01T00:00:00.000002Z'), moment('2026-01-01T00:00:00.000001Z'), null],
  owner: ['b', '', 'a', 'B', '', 'é', 'ab', '\u{1F600}', '\u{FF5E}', 'b'],
}

type UserField = 'createdById' | 'lastModifiedById'

async function seedFlagsInNoOrder(store: Store, projectId: number, field: FlagOrderField): Promise<Flag[]> {
  const rows =
    field === 'id' ? [{}, {}, {}] : isUserField(field) ? await rowsByUsers(store, field) : rowsBySpread(field)
  const flags: Flag[] = []
  for (const row of rows) flags.push(await seedFlag(store, { projectId, ...row }))
  return flags
}

function rowsBySpread(field: Exclude<FlagOrderField, UserField | 'id'>): Partial<NewFlag>[] {
  const inactive = field === 'archived' ? { active: false } : {}
  return SPREAD[field].map((value) => ({ ...inactive, [field]: value }))
}

async function rowsByUsers(store: Store, field: UserField): Promise<Partial<NewFlag>[]> {
  const [one, two] = [await seedUser(store), await seedUser(store)]
  const users = [two, null, one, null, two]
  return users.map((user) => (field === 'createdById' ? { createdBy: user } : { lastModifiedBy: user }))
}

function isUserField(field: FlagOrderField): field is UserField {
  return field === 'createdById' || field === 'lastModifiedById'
}

function fieldOf(flag: Flag, field: FlagOrderField): string | number | boolean | null {
  if (field === 'createdById') return flag.createdBy?.id ?? null
  if (field === 'lastModifiedById') return flag.lastModifiedBy?.id ?? null
  return flag[field]
}

function expectedOrder(a: Flag, b: Flag, field: FlagOrderField, descending: boolean): number {
  const [up, down] = [rankOf(fieldOf(a, field)), rankOf(fieldOf(b, field))]
  const order = compareRanks(up, down)
  return (descending ? -order : order) || b.id - a.id
}

/** Returns a list of numbers that compares like the value: text by code points, null after everything else. */
function rankOf(value: string | number | boolean | null): readonly number[] {
  if (value === null) return [Number.POSITIVE_INFINITY]
  if (typeof value !== 'string') return [Number(value)]
  return Array.from(value, (character) => character.codePointAt(0) ?? 0)
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [at, rank] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    if (rank !== other) return rank < other ? -1 : 1
  }
  return a.length - b.length
}
