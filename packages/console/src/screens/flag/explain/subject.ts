import { signal } from '@preact/signals'
import { ownValue } from '../../../parts/own-value.ts'
import { place, setQuery } from '../../../route.ts'

/** The user and groups of an explanation. They are in the address; properties never are. */
export interface Subject {
  /** Empty for groups without a user. */
  readonly distinctId: string
  readonly groups: Readonly<Record<string, string>>
}

export const MAX_SUBJECTS = 5

const GROUP = 'group.'
const USER = 'distinct_id'
/**
 * The parameter for each further subject of a comparison: an encoded query with the parameters of the first subject.
 */
const WITH = 'with'

/** Returns the subjects in the address. One is explained, several are compared. */
export function subjectsInPlace(): readonly Subject[] {
  const { query } = place.value
  const others = query.getAll(WITH).map((text) => subjectOf(new URLSearchParams(text)))
  return [subjectOf(query), ...others].filter(isGiven).slice(0, MAX_SUBJECTS)
}

export function showSubjects([first, ...others]: readonly Subject[]): void {
  const groups = [...place.value.query.keys()].filter((name) => name.startsWith(GROUP))
  setQuery({
    ...Object.fromEntries(groups.map((name) => [name, null])),
    [USER]: null,
    ...(first && Object.fromEntries(queryOf(first))),
    [WITH]: others.map((subject) => `${queryOf(subject)}`),
  })
}

/** Returns the query of the address that explains a subject. */
export function queryOf({ distinctId, groups }: Subject): URLSearchParams {
  const named = Object.entries(groups).map(([type, key]) => [`${GROUP}${type}`, key])
  const given = [[USER, distinctId], ...named].filter(([, value]) => value !== '')
  return new URLSearchParams(given as [string, string][]) // pairs
}

function subjectOf(query: URLSearchParams): Subject {
  const groups = [...query].filter(([name]) => name.startsWith(GROUP))
  return {
    distinctId: query.get(USER) ?? '',
    groups: Object.fromEntries(groups.map(([name, key]) => [name.slice(GROUP.length), key])),
  }
}

export function isGiven(subject: Subject): boolean {
  return queryOf(subject).size > 0
}

/** Returns the name of a subject: the user, or the groups if there is no user. */
export function subjectName({ distinctId, groups }: Subject): string {
  return distinctId || Object.values(groups).filter(Boolean).join(', ')
}

/** Typed properties, by the distinct id of their user. */
export const typedProperties = signal<Readonly<Record<string, Readonly<Record<string, string>>>>>({})

/** @param value null removes the typed value */
export function typeProperty(distinctId: string, name: string, value: string | null): void {
  const { [name]: _, ...others } = ownValue(typedProperties.value, distinctId) ?? {}
  const changed = value === null ? others : { ...others, [name]: value }
  typedProperties.value = { ...typedProperties.value, [distinctId]: changed }
}

/**
 * Returns the value of a typed text: JSON if it is valid, otherwise the text. A number that would lose digits is text.
 */
export function typedValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' && !isExact(value) ? text : value
  } catch {
    return text
  }
}

function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

/** Returns a value as the user types it. A text that would be parsed as another value is quoted. */
export function valueAsTyped(value: unknown): string {
  return typeof value === 'string' && typedValue(value) === value ? value : JSON.stringify(value)
}

/** The API requires a distinct id, even for flags that only depend on groups. */
const NO_USER = '$group'

/** Returns the body of a request about a subject, with the typed properties. */
export function bodyFor({ distinctId, groups }: Subject, typed: Readonly<Record<string, string>>) {
  const values = Object.entries(typed).map(([name, text]) => [name, typedValue(text)])
  const named = Object.entries(groups).filter(([, key]) => key !== '')
  return {
    distinct_id: distinctId || NO_USER,
    ...(named.length > 0 && { groups: Object.fromEntries(named) }),
    ...(values.length > 0 && { person_properties: Object.fromEntries(values) }),
  }
}
