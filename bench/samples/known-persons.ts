import type { BlastRadiusInput } from '@flagdeck/core'

/** How the ids of persons relate to their creation order, which is the order of their rows. */
export type IdOrder = 'in order' | 'in no order'

// An odd factor maps each number to a different one.
const ID: Readonly<Record<IdOrder, string>> = {
  'in order': 'n',
  'in no order': '(n * 2654435761) & 4294967295',
}

/**
 * Returns statements that insert about a million persons into a project, and bring the database into a typical state.
 */
export function insertPersons(count: number, order: IdOrder): string {
  return `
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
    insert into persons
    select 1, printf('user-%08x', ${ID[order]}),
      json_object('plan', iif(n % 3 = 0, 'pro', 'free'), 'country', iif(n % 5 < 2, 'DE', 'FR'), 'age', 18 + n % 50,
        'email', printf('user.%d@%s.test', n, iif(n % 4 = 0, 'acme', 'umbrella')), 'company', 'company-' || (n % 1000)),
      '2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z'
    from numbers;
    analyze`
}

/** The properties of a person that the condition below reads. */
interface KnownProperties {
  readonly plan: string
  readonly age: number
}

export const PRO_OVER_THIRTY: BlastRadiusInput = {
  condition: {
    properties: [
      { key: 'plan', type: 'person', operator: 'exact', value: 'pro' },
      { key: 'age', type: 'person', operator: 'gt', value: '30' },
    ],
  },
}

/** Whether a person matches the same condition, in hand-written code. */
export function isProOverThirty({ plan, age }: KnownProperties): boolean {
  return plan === 'pro' && age > 30
}
