import type { Filters } from '../../parts/conditions/condition-types.ts'
import { same } from './draft.ts'

/** What a flag had with variants, or without, while it is the other: for who goes back. */
export type Aside = Pick<Filters, 'groups' | 'multivariate' | 'payloads'>

/** What is set aside when a flag begins to answer the other way. */
export function asideOf(filters: Filters, before: Aside | undefined): Aside {
  return {
    groups: filters.groups,
    multivariate: filters.multivariate ?? before?.multivariate ?? null,
    payloads: { ...payloadsOf(filters.multivariate ? 'true' : 'variants', before), ...filters.payloads },
  }
}

/** What a flag answers with the payloads it has now; those that it had the other way stay as they were. */
function payloadsOf(form: 'true' | 'variants', before: Aside | undefined): Filters['payloads'] {
  const payloads = Object.entries(before?.payloads ?? {})
  return Object.fromEntries(payloads.filter(([key]) => (key === 'true') === (form === 'true')))
}

/** Filters that answer with true or false: what named a variant names none. */
export function withoutVariants(filters: Filters, aside: Aside | undefined): Filters {
  const payload = aside?.payloads?.true
  return {
    ...filters,
    multivariate: null,
    payloads: payload === undefined ? {} : { true: payload },
    groups: filters.groups.map((set) => (set.variant ? { ...set, variant: null } : set)),
  }
}

/** Filters that answer with the variants that they had, or with these; their payloads and the sets that name them come back. */
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
