import { whole } from '../parts/number.ts'
import type { Kind, Shown, Sort } from '../screens/flags/list-place.ts'
import { type Measure, measurePhrase, measureTitle, measureWord } from './measures.ts'

/** What is done to flags from the list. */
export type FlagAct = 'on' | 'off' | 'tag' | 'untag' | 'archive' | 'unarchive' | 'delete' | 'restore'

/** Sentences of the list of flags. */
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
    '-updated_at': 'Last changed first',
    updated_at: 'Longest unchanged first',
    '-last_called_at': 'Last called first',
    last_called_at: 'Longest not called first',
    key: 'Key, A to Z',
    '-key': 'Key, Z to A',
  } satisfies Record<Sort, string>,
  columns: {
    select: 'Select',
    switch: 'On or off',
    flag: 'Flag',
    who: 'Who gets it',
    status: 'Status',
    calls: 'Usage, 7 days',
    changed: 'Changed',
    more: 'More',
  },
  caption: 'Flags of this project',
  selectAll: 'Select all flags of this page',
  select: (key: string) => `Select ${key}`,
  switch: (key: string) => `${key} is on`,
  more: (key: string) => `More for ${key}`,
  copyKey: (key: string) => `Copy the key ${key}`,
  copy: 'Copy',
  on: 'On',
  off: 'Off',
  boolean: 'Boolean',
  remote: 'Remote configuration',
  variants: (count: number) => (count === 1 ? '1 variant' : `${whole(count)} variants`),
  moreTags: (tags: readonly string[]) => `+${tags.length}`,
  onlyTag: (tag: string) => `Show only flags with the tag ${tag}`,
  calls: ({ evaluations, exposures }: { readonly evaluations: number; readonly exposures: number }) =>
    `${whole(exposures)} ${measurePhrase('exposures', exposures)}, ${whole(evaluations)} ${measurePhrase('evaluations', evaluations)}, today and the six days before`,
  unit: measureWord,
  byDay: (measure: Measure) => `${measureTitle(measure)} day by day`,
  neverCalled: 'Never called',
  readOnly:
    'You may look at these flags and not change them, since your role does not let you edit any of them. Flags that you make are yours to edit.',
  notThis: 'Your role does not let you edit this flag.',
  nothingFound: 'No flag matches the search and filters',
  noneShown: {
    all: 'There are no flags any more but archived and deleted ones.',
    on: 'No flag is on.',
    off: 'No flag is off.',
    stale: 'No flag is stale. Flags that nobody calls any more, or that answer everybody the same, would be here.',
    archived: 'No flag is archived. Archived flags are off, and out of the way.',
    deleted: 'No flag is deleted. Deleted flags stay here, and can be restored.',
  } satisfies Record<Shown, string>,
  clear: 'Clear search and filters',
} as const

/** What stands in the place of the list while a project has no flags. */
export const emptyList = {
  title: 'No flags yet',
  why: 'A flag decides who gets what, without a new release of your code. Make one, then ask for it.',
  create: 'Make the first flag',
  code: 'In a file flag.mjs, after npm install posthog-node, with the token of this project:',
  copy: 'Copy the code',
} as const

/** Actions of a row, and of those that are selected. */
export const acts = {
  open: 'Open',
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
    unarchive: 'Take out of the archive',
    delete: 'Delete',
    restore: 'Restore',
  } satisfies Record<FlagAct, string>,
  title: (act: FlagAct, keys: readonly string[]) => `${acts.buttons[act]}: ${named(keys)}`,
  commit: (act: FlagAct, count: number) => (count === 1 ? acts.buttons[act] : `${acts.buttons[act]} ${flags(count)}`),
  looking: (done: number, all: number) => `Looking what this does: ${whole(done)} of ${whole(all)}`,
  doing: (done: number, all: number) => `Done: ${whole(done)} of ${whole(all)}`,
  nothingToDo: 'There is nothing to do.',
  about: {
    on: 'Code that asks is answered by the conditions again.',
    off: 'Code that asks is answered false from now on: nobody gets it.',
    tag: 'Tags are for finding flags; nobody gets another answer.',
    untag: 'Tags are for finding flags; nobody gets another answer.',
    archive: 'Off for everyone and out of the list, until taken out of the archive.',
    unarchive: 'Back in the list, and off until turned on.',
    delete: 'Code that asks is answered as if there was no such flag. What is deleted can be restored.',
    restore: 'Back in the list, on or off as before.',
  } satisfies Record<FlagAct, string>,
  changes: (changed: number, total: number, who: 'users' | 'groups') =>
    `${changed === 0 ? 'None' : whole(changed)} of ${whole(total)} known ${who} ${changed === 1 ? 'gets' : 'get'} another answer`,
  already: 'Is so already',
  uncounted: 'Cannot be counted',
  tagged: (tags: readonly string[]) =>
    tags.length === 0 ? 'Has no tags then' : `Has the tags ${tags.join(', ')} then`,
  deleting: {
    fully_rolled_out: 'Everybody got it until now',
    not_rolled_out: 'Nobody got it until now',
    partial: 'Some got it until now',
  },
  variant: (key: string) => `Everybody got the variant ${key} until now`,
  cannot: 'Cannot be done',
  tagName: 'Tag',
  done: {
    on: 'Turned on',
    off: 'Turned off',
    tag: 'Tagged',
    untag: 'Took the tag from',
    archive: 'Archived',
    unarchive: 'Took out of the archive:',
    delete: 'Deleted',
    restore: 'Restored',
  } satisfies Record<FlagAct, string>,
  notSwitched: (key: string, reason: string) => `${shortened(key)} was not switched: ${reason}`,
  someFailed: (count: number, reason: string) => `${flags(count)} could not be changed: ${reason}`,
} as const

export const duplicating = {
  title: (key: string) => `Duplicate ${key}`,
  key: 'Key of the new flag',
  about: 'It has the same conditions, variants, payloads and tags, and is off.',
  commit: 'Make the flag',
} as const

/** "search-v2", "12 flags". */
export function named(keys: readonly string[]): string {
  const [only] = keys
  return keys.length === 1 && only !== undefined ? shortened(only) : flags(keys.length)
}

function flags(count: number): string {
  return count === 1 ? '1 flag' : `${whole(count)} flags`
}

const LONGEST_KEY = 60

function shortened(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
}
