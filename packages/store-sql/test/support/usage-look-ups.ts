import type { UsageCountQuery, UserSetQuery } from '@flagdeck/core/store'
import type { LookUp } from './look-ups.ts'

const DECEMBER = { measure: 'exposures', period: 'day', from: '2026-12-01', until: '2027-01-01' } as const
const COUNTS: UsageCountQuery = { ...DECEMBER, by: ['start', 'variant'] }
const SETS: UserSetQuery = DECEMBER

/** Look-ups of the usage of flags. */
export const USAGE_LOOK_UPS: readonly LookUp[] = [
  {
    name: 'how often one flag was called',
    read: (tx, { project }) => tx.usageCounts.sum(project.id, { ...COUNTS, flagKeys: ['flag-7'] }),
    index: 'usage_counts_pkey',
  },
  {
    name: 'how often some variants of some flags were called',
    read: (tx, { project }) =>
      tx.usageCounts.sum(project.id, { ...COUNTS, flagKeys: ['flag-7', 'flag-8'], variants: ['true'], by: [] }),
    index: 'usage_counts_pkey',
  },
  {
    name: 'how often all flags were called in a time',
    read: (tx, { project }) => tx.usageCounts.sum(project.id, { ...COUNTS, by: ['flagKey'] }),
    index: 'usage_counts_start',
  },
  {
    name: 'the users of one flag',
    read: (tx, { project }) => tx.userSets.list(project.id, { ...SETS, flagKeys: ['flag-7'] }),
    index: 'user_sets_pkey',
  },
  {
    name: 'the users of all flags in a time',
    read: (tx, { project }) => tx.userSets.list(project.id, SETS),
    index: 'user_sets_start',
  },
  {
    name: 'when a flag was seen',
    read: (tx, { project }) => tx.seenFlags.find(project.id, 'flag-7'),
    index: 'seen_flags_pkey',
  },
  {
    name: 'the unknown flags that are asked most',
    read: (tx, { project }) => tx.seenFlags.listUnknown(project.id, 10),
    index: 'unknown_flags_pkey',
  },
]
