import type { Filters } from '../../parts/conditions/condition-types.ts'
import { same } from './draft.ts'

/** The parts of a flag that are set aside when variants are added or removed, in case the user switches back. */
export type Aside = Pick<Filters, 'groups' | 'multivariate' | 'payloads'>

/** Returns the parts that are set aside when variants are added or all of them are removed. */
export function asideOf(filters: Filters, before: Aside | undefined): Aside {
  return {
    groups: filters.groups,
    multivariate: filters.multivariate ?? before?.multivariate ?? null,
    payloads: { ...payloadsOf(filters.multivariate ? 'true' : 'variants', before), ...filters.payloads },
  }
}

/** Returns the payloads for the other form of the flag, which stay as they were. */
function payloadsOf(form: 'true' | 'variants', before: Aside | undefined): Filters['payloads'] {
  const payloads = Object.entries(before?.payloads ?? {})
  return Object.fromEntries(payloads.filter(([key]) => (key === 'true') === (form === 'true')))
}

/** Returns filters of a flag that returns true or false. Condition sets no longer name a variant. */
export function withoutVariants(filters: Filters, aside: Aside | undefined): Filters {
  const payload = aside?.payloads?.true
  return {
    ...filters,
    multivariate: null,
    payloads: payload === undefined ? {} : { true: payload },
    groups: filters.groups.map((set) => (set.variant ? { ...set, variant: null } : set)),
  }
}

/** Returns filters with the earlier variants, or with `first`. Their payloads, and the sets that named them, return. */
export function withVariantsAgain(filters: Filters, aside: Aside | undefined, first: Filters['multivariate']): Filters {
  const multivariate = aside?.multivariate ?? first
  const keys = new Set(multivariate?.variants.map(({ key }) => key))
  return {
    ...filters,
    multivariate,
    payloads: Object.fromEntries(Object.entries(aside?.payloads ?? {}).filter(([key]) => keys.has(key))),
    groups: filters.groups.map((set, place) => {
      const before = aside?.groups[place]
      return before?.variant && same({ ...before, variant: null }, set) ? before : set
    }),
  }
}
