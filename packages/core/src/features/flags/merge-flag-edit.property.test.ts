import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionSetsOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { type MaybeJson, type Sides, saySame } from '../../foundation/json/merge-values.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { type FlagFields, mergeFlagEdit } from './merge-flag-edit.ts'

/** Returns the stored fields after an edit is merged; undefined when it overlaps with the other edit. */
function stored(sides: Sides<FlagFields>): FlagFields | undefined {
  const changed = mergeFlagEdit(sides)
  if (changed.some(({ overlaps }) => overlaps.length > 0)) return undefined
  const merged = Object.fromEntries(changed.map(({ field, value }) => [field, value]))
  const fields = { ...sides.theirs, ...merged }
  const filters = normalizeFilters(fields.filters as unknown as FlagFilters)
  return { ...fields, filters: filters as unknown as JsonValue }
}

type Who = 'theirs' | 'mine' | 'nobody'

/** An edit of one part of a flag by one editor. */
interface Edit {
  readonly who: Who
  /** The new value. Null removes the part, if it can be removed. */
  readonly to: number | null
}

const edit: fc.Arbitrary<Edit> = fc.record({
  who: fc.constantFrom('theirs' as const, 'mine' as const, 'nobody' as const),
  to: fc.option(fc.nat(99)),
})

/** Generates edits, each by one editor: of fields, condition sets, variants and payloads. */
const edits = fc.record({
  name: edit,
  tags: edit,
  active: edit,
  rollbackConditions: edit,
  holdout: edit,
  custom: edit,
  groups: fc.array(edit, { maxLength: 5 }),
  variants: fc.array(edit, { minLength: 1, maxLength: 5 }),
  payloads: fc.array(edit, { maxLength: 5 }),
})

type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never

/** Returns the flag after the edits of these editors. */
function after(all: Edits, people: readonly Who[]): FlagFields {
  const of = (part: Edit, before: JsonValue, change: (to: number | null) => JsonValue): JsonValue =>
    people.includes(part.who) ? change(part.to) : before
  const groups = all.groups.map((each, n) => ({
    properties: [{ key: `set-${n}`, type: 'person', value: 'x' }],
    rollout_percentage: of(each, 100, (to) => to),
  }))
  const variants = all.variants.map((each, n) => ({ key: String(9 - n), name: of(each, '', (to) => `name-${to}`) }))
  const payloads = all.payloads.flatMap((each, n) => {
    const value = of(each, '"before"', (to) => to && String(to))
    return value === null ? [] : [[String(9 - n), value]]
  })
  const filters = {
    groups,
    multivariate: { variants },
    payloads: Object.fromEntries(payloads),
    holdout: of(all.holdout, null, (id) => id && { id, exclusion_percentage: 1 }),
    custom: of(all.custom, [1, { a: 2 }], (to) => [1, { a: to }]),
  }
  return {
    name: of(all.name, 'before', (to) => `name-${to}`),
    tags: of(all.tags, ['before'], (to) => [`tag-${to}`]),
    active: of(all.active, true, () => false),
    rollbackConditions: of(all.rollbackConditions, null, (to) => [{ to }]),
    filters: normalizeFilters(filters as unknown as FlagFilters) as unknown as JsonValue,
  }
}

describe('edits that do not overlap', () => {
  it('EDIT-6 come to the same as one after the other', () => {
    fc.assert(
      fc.property(edits, (all) => {
        const [base, theirs, mine] = [after(all, []), after(all, ['theirs']), after(all, ['mine'])]
        const both = after(all, ['theirs', 'mine'])
        expect(stored({ base, theirs, mine })).toEqual(both)
        expect(stored({ base, theirs: mine, mine: theirs })).toEqual(both)
      }),
      { numRuns: 500 },
    )
  })
})

const few = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const conditionSet = fc.record({ rollout_percentage: few(1, 2, 3, 4), variant: few(null, 'a') })
const variant = fc.record({ key: few('1', 'a', 'b', 'c', '__proto__'), rollout_percentage: few(0, 50, 100) })

/** Generates filters with few differences. */
const anyFilters = fc
  .record(
    {
      groups: fc.array(conditionSet, { maxLength: 4 }),
      multivariate: fc.option(
        fc.record({ variants: fc.uniqueArray(variant, { selector: ({ key }) => key, maxLength: 4 }) }),
      ),
      payloads: fc.option(fc.dictionary(few('a', 'b', 'c', '__proto__'), few('1', '2'), { maxKeys: 3 })),
      aggregation_group_type_index: few(null, 0, 1),
      holdout: few(null, { id: 1, exclusion_percentage: 5 }),
      custom: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((filters) => normalizeFilters(filters))

const anyFlag = fc.record({ name: few('a', 'b'), active: fc.boolean(), filters: anyFilters })

/** Generates a flag, and two changed versions of it that keep some of its parts. */
const anySides = fc
  .tuple(anyFlag, anyFlag, anyFlag, fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }))
  .map(([base, theirs, mine, keeps]): Sides<FlagFields> => {
    const mixed = (side: typeof base, offset: number) => {
      const keep = (part: string, n: number) => keeps[offset + n] && Object.hasOwn(base.filters, part)
      const parts = Object.entries(side.filters).map(([part, value], n) => [
        part,
        keep(part, n) ? Object.entries(base.filters).find(([name]) => name === part)?.[1] : value,
      ])
      return { ...side, filters: normalizeFilters(Object.fromEntries(parts)) }
    }
    const sides = { base, theirs: mixed(theirs, 0), mine: mixed(mine, 12) }
    return sides as unknown as Sides<FlagFields>
  })

/** Returns the parts of a flag that are merged separately by name, without condition sets. */
function partsOf({ filters: all, ...fields }: FlagFields): Map<string, MaybeJson> {
  const filters = all as unknown as FlagFilters
  const { groups: _, multivariate, payloads, aggregation_group_type_index: __, ...others } = filters
  const parts = new Map<string, MaybeJson>(Object.entries({ ...fields, ...(others as unknown as JsonObject) }))
  parts.set('has variants', !!multivariate)
  for (const each of variantsOf(filters)) parts.set(`variant ${each.key}`, each as unknown as JsonObject)
  for (const [key, payload] of Object.entries(payloads ?? {})) parts.set(`payload ${key}`, payload)
  return parts
}

function conditionTexts({ filters }: FlagFields): string[] {
  return conditionSetsOf(filters as unknown as FlagFilters).map((group) =>
    JSON.stringify(group, Object.keys(group).sort()),
  )
}

describe('any edits', () => {
  it('EDIT-6 lose nothing: what either changed is there, and nothing else is', () => {
    let merged = 0
    fc.assert(
      fc.property(anySides, (sides) => {
        const both = stored(sides)
        if (!both) return
        merged++
        const [base, theirs, mine, all] = [sides.base, sides.theirs, sides.mine, both].map(partsOf)
        for (const part of new Set([base, theirs, mine, all].flatMap((parts) => [...(parts?.keys() ?? [])]))) {
          const [was, their, my, is] = [base, theirs, mine, all].map((parts) => parts?.get(part))
          const expected = saySame(was, my) ? their : my
          expect(saySame(is, expected), part).toBe(true)
          if (!saySame(was, their)) expect(saySame(is, their), part).toBe(true)
        }
        const sets = [sides.base, sides.theirs, sides.mine, both].map(conditionTexts)
        for (const text of new Set(sets.flat())) {
          const [was = 0, their = 0, my = 0, is = 0] = sets.map((texts) => texts.filter((each) => each === text).length)
          // The same addition or removal by both editors counts once.
          const counts = [their + my - was, Math.max(their, my), Math.min(their, my)]
          expect(is).toBeGreaterThanOrEqual(Math.min(...counts))
          expect(is).toBeLessThanOrEqual(Math.max(...counts))
        }
      }),
      { numRuns: 3000 },
    )
    expect(merged).toBeGreaterThan(100)
  })

  it('EDIT-6 come to the same whoever was first', () => {
    fc.assert(
      fc.property(anySides, ({ base, theirs, mine }) => {
        const [one, other] = [stored({ base, theirs, mine }), stored({ base, theirs: mine, mine: theirs })]
        expect(other === undefined).toBe(one === undefined)
        if (one && other) expect(saySame(one as JsonObject, other as JsonObject)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('EDIT-6 come to what one made of it when the other made nothing else', () => {
    fc.assert(
      fc.property(anySides, ({ base, theirs }) => {
        expect(stored({ base, theirs, mine: base })).toEqual(theirs)
        expect(stored({ base, theirs: base, mine: theirs })).toEqual(theirs)
        expect(stored({ base, theirs, mine: theirs })).toEqual(theirs)
      }),
    )
  })
})
