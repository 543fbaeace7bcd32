import type { Filters, Flag } from '../../parts/conditions/condition-types.ts'
import type { FiltersAside } from './filters-aside.ts'
import type { Aside } from './variants-aside.ts'

const FIELDS = [
  'key',
  'name',
  'tags',
  'active',
  'filters',
  'is_remote_configuration',
  'ensure_experience_continuity',
  'evaluation_runtime',
  'bucketing_identifier',
  'archived',
  'owner',
  'evaluation_contexts',
  'payload_schema',
] as const satisfies readonly (keyof Flag)[]

export type DraftField = (typeof FIELDS)[number]

/** The editable fields of a flag, in the form in which they are sent. A schema that is not valid JSON yet is text. */
export type Draft = { readonly [Name in DraftField]: Flag[Name] | (Name extends 'payload_schema' ? string : never) }

type Sent = { readonly [Name in DraftField]: Flag[Name] }

/** Returns a draft without problems, in the form of the API. */
export function sent(draft: Draft): Sent {
  return draft as Sent // text that is not a JSON object is a problem
}

/** An edit: the flag as it was read, its version, and the draft. */
export interface Edit {
  readonly version: number | null
  readonly base: Draft
  readonly draft: Draft
  /** JSON with an error. The draft does not contain it yet. */
  readonly json?: string | undefined
  /** The variants before they were removed, in case they are added again. */
  readonly aside?: Aside | undefined
  /** For each condition set, its filters for subjects that it does not roll out by now. */
  readonly filtersAside?: readonly (FiltersAside | undefined)[] | undefined
}

export const BLANK: Draft = {
  key: '',
  name: '',
  tags: [],
  // Users can check who would get the flag before they enable it.
  active: false,
  filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
  is_remote_configuration: false,
  ensure_experience_continuity: false,
  evaluation_runtime: 'all',
  bucketing_identifier: 'distinct_id',
  archived: false,
  owner: '',
  evaluation_contexts: [],
  payload_schema: null,
}

export function draftOf(flag: Flag): Draft {
  return Object.fromEntries(FIELDS.map((name) => [name, flag[name]])) as unknown as Draft // its own fields
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields that an edit without problems changes, in the form of the API. */
export function changesOf({ base, draft }: Pick<Edit, 'base' | 'draft'>): Partial<Sent> {
  return Object.fromEntries(FIELDS.filter((name) => !same(base[name], draft[name])).map((name) => [name, draft[name]]))
}

/** Returns the parts of a draft that are shown and merged separately: `key`, `filters.groups`, … */
export function partsOf({ filters, ...fields }: Partial<Draft>): ReadonlyMap<string, unknown> {
  const parts = Object.entries(filters ?? {}).map(([name, value]): [string, unknown] => [`filters.${name}`, value])
  return new Map<string, unknown>([...Object.entries(fields), ...parts])
}

export interface Difference {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Returns the differences between two drafts, or some of their fields, part by part. */
export function differences(before: Partial<Draft>, after: Partial<Draft>): readonly Difference[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => !same(emptied(old.get(path)), emptied(now.get(path))))
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
}

/** Returns null for undefined and empty objects, which mean the same for a part of filters. */
export function emptied(value: unknown): unknown {
  return value === undefined || same(value, {}) ? null : value
}

/** Returns a draft with another value of one part. */
export function withPart(draft: Draft, path: string, value: unknown): Draft {
  const [field = '', name] = path.split('.', 2)
  if (name === undefined) return { ...draft, [field]: value }
  const kept = Object.entries(draft.filters).filter(([other]) => other !== name)
  const filters = Object.fromEntries(value === undefined ? kept : [...kept, [name, value]])
  return { ...draft, filters: filters as unknown as Filters } // parts of filters, each from one
}
