import { whole } from '../parts/number.ts'
import type { Kind, Shown, Sort } from '../screens/flags/list-place.ts'
import { clipped } from './clipped.ts'
import { isolate } from './isolate.ts'
import { type Measure, measurePhrase, measureTitle, measureWord } from './measures.ts'

/** The actions on flags in the list and on the page of a flag. */
export type FlagAct = 'on' | 'off' | 'tag' | 'untag' | 'archive' | 'unarchive' | 'delete' | 'restore'

/** Texts of the list of flags. */
export const flagList = {
  create: 'New flag',
  shown: {
    all: 'All',
    on: 'On',
    off: 'Off',
    stale: 'Stale',
    archived: 'Archived',
    deleted: 'Deleted',
  } satisfies Record<Shown, string>,
  which: 'Which flags',
  search: 'Search flags',
  searchHint: 'Key, description or owner',
  mine: 'Only mine',
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: {
    boolean: 'Boolean',
    multivariant: 'With variants',
    remote_config: 'Remote configuration',
  } satisfies Record<Kind, string>,
  tag: 'Tag',
  anyTag: 'Any tag',
  sort: 'Sort by',
  sorts: {
    '-created_at': 'Newest first',
    '-updated_at': 'Recently changed first',
    updated_at: 'Least recently changed first',
    '-last_called_at': 'Recently called first',
    last_called_at: 'Least recently called first',
    key: 'Key, A to Z',
    '-key': 'Key, Z to A',
    created_at: 'Oldest first',
    '-active': 'On first',
    active: 'Off first',
    owner: 'Owner, A to Z',
    '-owner': 'Owner, Z to A',
  } satisfies Record<Sort, string>,
  columns: {
    switch: 'On or off',
    flag: 'Flag',
    gets: 'Who gets it',
    state: 'Status',
    calls: 'Usage, 7 days',
    called: 'Last called',
    owner: 'Owner',
    created: 'Created',
    changed: 'Changed',
    more: 'More',
  },
  chooseColumns: 'Columns',
  usualColumns: 'Reset to default',
  hiddenColumns: 'Some columns are hidden because the window is too narrow.',
  caption: 'Flags of this project',
  selectAll: 'Select all flags on this page',
  select: (key: string) => `Select ${isolate(key)}`,
  more: (key: string) => `More for ${isolate(key)}`,
  copyKey: (key: string) => `Copy key ${isolate(key)}`,
  copy: 'Copy',
  on: 'On',
  off: 'Off',
  boolean: 'Boolean',
  remote: 'Remote configuration',
  variants: (count: number) => (count === 1 ? '1 variant' : `${whole(count)} variants`),
  moreTags: (tags: readonly string[]) => `+${tags.length}`,
  onlyTag: (tag: string) => `Filter by tag ${isolate(tag)}`,
  calls: ({ evaluations, exposures }: { readonly evaluations: number; readonly exposures: number }) =>
    `${whole(exposures)} ${measurePhrase('exposures', exposures)}, ${whole(evaluations)} ${measurePhrase('evaluations', evaluations)} in the last 7 days`,
  unit: measureWord,
  byDay: (measure: Measure) => `${measureTitle(measure)} per day`,
  neverCalled: 'Never called',
  lastCall: 'Last call',
  readOnly: 'View only: you do not have permission to edit these flags. You can edit flags you create.',
  notThis: 'View only: you do not have permission to edit this flag.',
  nothingFound: 'No flags match your search and filters',
  noneShown: {
    all: 'All flags are archived or deleted.',
    on: 'No flags are on.',
    off: 'No flags are off.',
    stale: 'No stale flags. Flags that are no longer called, or that return the same result for everyone, appear here.',
    archived: 'No archived flags. Archive a flag to turn it off and hide it from the list.',
    deleted: 'No deleted flags. Deleted flags appear here and can be restored.',
  } satisfies Record<Shown, string>,
  staleSettings: 'Change when flags are marked as stale',
  clear: 'Clear search and filters',
} as const

/** Texts of a project without flags. */
export const emptyList = {
  title: 'No flags yet',
  why: 'Flags turn features on and off for the users you choose, without a new release. Create one, then check it in your code.',
  create: 'Create your first flag',
} as const

/** Actions on one flag, and on the selected ones. */
export const acts = {
  edit: 'Edit',
  duplicate: 'Duplicate',
  bar: 'Selected flags',
  selected: (count: number) => `${whole(count)} selected`,
  clear: 'Clear',
  all: (count: number) => `Select all ${whole(count)}`,
  first: (most: number) => `Select the first ${whole(most)}`,
  buttons: {
    on: 'Turn on',
    off: 'Turn off',
    tag: 'Add tag',
    untag: 'Remove tag',
    archive: 'Archive',
    unarchive: 'Unarchive',
    delete: 'Delete',
    restore: 'Restore',
  } satisfies Record<FlagAct, string>,
  title: (act: FlagAct, keys: readonly string[]) => acts.onFlags[act](named(keys)),
  commit: (act: FlagAct, count: number) => (count === 1 ? acts.buttons[act] : acts.onFlags[act](flags(count))),
  onFlags: {
    on: (flag) => `Turn on ${flag}`,
    off: (flag) => `Turn off ${flag}`,
    tag: (flag) => `Add tag to ${flag}`,
    untag: (flag) => `Remove tag from ${flag}`,
    archive: (flag) => `Archive ${flag}`,
    unarchive: (flag) => `Unarchive ${flag}`,
    delete: (flag) => `Delete ${flag}`,
    restore: (flag) => `Restore ${flag}`,
  } satisfies Record<FlagAct, (flag: string) => string>,
  looking: (done: number, all: number) => `Checking impact: ${whole(done)} of ${whole(all)}`,
  doing: (done: number, all: number) => `Done: ${whole(done)} of ${whole(all)}`,
  nothingToDo: 'Nothing to change.',
  about: {
    on: 'Condition sets apply again.',
    off: 'Returns false for everyone.',
    tag: 'Tags do not affect results.',
    untag: 'Tags do not affect results.',
    archive: 'Turns off for everyone and leaves the list. You can unarchive it at any time.',
    unarchive: 'Returns to the list, turned off.',
    delete: 'Code falls back to its default. You can undo this.',
    restore: 'Returns to the list, on or off as it was before.',
  } satisfies Record<FlagAct, string>,
  changes: (changed: number, total: number, who: 'users' | 'groups') =>
    changed === 0
      ? `No change for any of the known ${who} (${whole(total)})`
      : `Changes the result for ${whole(changed)} of ${whole(total)} known ${who}`,
  already: {
    on: 'Already on',
    off: 'Already off',
    tag: 'Already tagged',
    untag: 'Not tagged',
    archive: 'Already archived',
    unarchive: 'Not archived',
    delete: 'Already deleted',
    restore: 'Not deleted',
  } satisfies Record<FlagAct, string>,
  uncounted: 'Impact unknown',
  tagged: (tags: readonly string[]) =>
    tags.length === 0 ? 'No tags will remain' : `Tags will be: ${tags.map(isolate).join(', ')}`,
  deleting: {
    fully_rolled_out: 'Currently on for everyone',
    not_rolled_out: 'Currently on for no users',
    partial: 'Currently on for some users',
  },
  variant: (key: string) => `Everyone currently gets ${isolate(key)}`,
  cannot: 'Not possible',
  tagName: 'Tag',
  done: {
    on: 'Turned on',
    off: 'Turned off',
    tag: 'Tagged',
    untag: 'Removed the tag from',
    archive: 'Archived',
    unarchive: 'Unarchived',
    delete: 'Deleted',
    restore: 'Restored',
  } satisfies Record<FlagAct, string>,
  notSwitched: (key: string, reason: string) => `Could not switch ${clipped(key)}: ${reason}`,
  someFailed: (count: number, reason: string) => `Could not change ${flags(count)}: ${reason}`,
} as const

export const duplicating = {
  title: (key: string) => `Duplicate ${key}`,
  key: 'Key of the new flag',
  about: 'The copy has the same condition sets, variants, payloads and tags, and starts turned off.',
  commit: 'Duplicate flag',
} as const

/** Returns "search-v2" or "12 flags". */
export function named(keys: readonly string[]): string {
  const [only] = keys
  return keys.length === 1 && only !== undefined ? clipped(only) : flags(keys.length)
}

function flags(count: number): string {
  return count === 1 ? '1 flag' : `${whole(count)} flags`
}
