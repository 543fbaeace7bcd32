import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { closestName, plainName } from '../../foundation/validation/closest-name.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { structuralViolation } from './filter-violation.ts'
import { CONDITION_SET, FILTERS, type UnreadKey, unreadKeys } from './unread-keys.ts'

/** The maximum length of a name that can be a misspelling of a known one. */
const MAX_NAME_LENGTH = 40

/** The maximum number of reported keys. */
const MAX_REPORTED = 20

/** The maximum number of different keys that are compared with known names: more of them are a client's own data. */
const MAX_COMPARED = 500

/** Names that evaluation does not read. A misspelling of them changes no result, and short ones resemble many words. */
const DISPLAY_ONLY = ['name', 'label', 'description', 'sort_key', 'cohort_name', 'group_key_names']

/** Short forms that clients send instead of longer names. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  rollout: 'rollout_percentage',
  percentage: 'rollout_percentage',
  percent: 'rollout_percentage',
  rolloutpct: 'rollout_percentage',
  prop: 'properties',
  props: 'properties',
  property: 'properties',
  op: 'operator',
  val: 'value',
}

/** The parents of names that clients sometimes send one level too high. */
const PARENTS: Readonly<Record<string, string>> = { variants: 'multivariate' }

/**
 * Returns violations for keys of filters that are misspellings of a known name that is missing in the same object
 * (FLAG-142): such a flag would be on for more subjects than intended. `stored` are the previous filters, whose own
 * keys can be sent back.
 */
export function nearMissViolations(sent: FilterInput, stored: FilterInput = {}): readonly Violation[] {
  const unread = unreadKeys(sent)
  if (unread.length === 0) return []
  // Bound: dies with the call
  const own = new Set(unreadKeys(stored).map(pathOf))
  const nearNameOf = nearNames()
  const violations: Violation[] = []
  for (const each of unread) {
    const name = nearNameOf(each)
    if (name === undefined) continue
    if (Object.hasOwn(each.part, PARENTS[name] ?? name) || own.has(pathOf(each))) continue
    violations.push(nearMiss(pathOf(each), withParent(name)))
    if (violations.length === MAX_REPORTED) break
  }
  return violations
}

/**
 * Returns where in filters a key belongs that was sent outside of them; undefined unless it resembles a name in
 * filters.
 */
export function placeInFilters(key: string): string | undefined {
  const nearNameOf = nearNames()
  const name = nearNameOf({ key, known: FILTERS })
  if (name !== undefined) return `filters.${withParent(name)}`
  const inGroup = nearNameOf({ key, known: CONDITION_SET })
  return inGroup === undefined ? undefined : `filters.groups[].${inGroup}`
}

function withParent(name: string): string {
  const parent = PARENTS[name]
  return parent === undefined ? name : `${parent}.${name}`
}

function nearMiss(path: string, meant: string): Violation {
  return structuralViolation('invalid_input', path, unknownKeyMessage(meant))
}

export function unknownKeyMessage(meant: string): string {
  return `Unknown key. Did you mean "${meant}"?`
}

/** Returns the known name that a key is a near miss of, if there is one. */
export type NearNameOf = (unread: Pick<UnreadKey, 'key' | 'known'>) => string | undefined

/**
 * Returns a function that finds the known name of a misspelled key: in camel case, shortened, or with a few other
 * letters.
 * @param without known names that are never suggested
 */
export function nearNames(without: readonly string[] = DISPLAY_ONLY): NearNameOf {
  // Bound: dies with the call. There is one for each kind of object in filters.
  const kinds = new Map<readonly string[], KnownNames>()
  let compared = 0
  return ({ key, known }) => {
    const kind = kinds.get(known) ?? knownNames(known, without)
    kinds.set(known, kind)
    const { names, shortForms, found } = kind
    if (key.length > MAX_NAME_LENGTH || found.has(key) || compared === MAX_COMPARED) return found.get(key)
    compared++
    const close = shortForms.get(plainName(key)) ?? closestName(key, names, 'near miss')
    found.set(key, close)
    return close
  }
}

interface KnownNames {
  readonly names: readonly string[]
  /** Names by their short forms, in the form of {@link plainName}. */
  readonly shortForms: ReadonlyMap<string, string>
  /** The closest names of compared keys, because filters repeat the same key in many condition sets. */
  readonly found: Map<string, string | undefined>
}

function knownNames(known: readonly string[], without: readonly string[]): KnownNames {
  const children = Object.entries(PARENTS).flatMap(([name, parent]) => (known.includes(parent) ? [name] : []))
  const names = [...known.filter((name) => !without.includes(name)), ...children]
  // Bound: dies with the call
  const shortForms = new Map(Object.entries(SHORT_FORMS).filter(([, name]) => names.includes(name)))
  // Bound: dies with the call, and holds MAX_COMPARED
  return { names, shortForms, found: new Map() }
}

function pathOf({ place, key }: UnreadKey): string {
  return `${place}${key}`
}
