import { signal } from '@preact/signals'
import { place, setQuery } from '../../../route.ts'

/** Whom the explanation is about. The id and the groups stand in the address; properties never do. */
export interface Subject {
  readonly distinctId: string
  readonly groups: Readonly<Record<string, string>>
}

const GROUP = 'group.'

export function subjectInPlace(): Subject {
  const { query } = place.value
  const groups = [...query].filter(([name]) => name.startsWith(GROUP))
  return {
    distinctId: query.get('distinct_id') ?? '',
    groups: Object.fromEntries(groups.map(([name, key]) => [name.slice(GROUP.length), key])),
  }
}

export function showSubject({ distinctId, groups }: Subject): void {
  const inQuery = Object.entries(groups).map(([type, key]) => [`${GROUP}${type}`, key])
  setQuery({ distinct_id: distinctId, ...Object.fromEntries(inQuery) })
}

/** Properties that were typed in, by the distinct id they are about. */
export const typedProperties = signal<Readonly<Record<string, Readonly<Record<string, string>>>>>({})

/** @param value null: what was typed is taken back */
export function typeProperty(distinctId: string, name: string, value: string | null): void {
  const { [name]: _, ...others } = typedProperties.value[distinctId] ?? {}
  const changed = value === null ? others : { ...others, [name]: value }
  typedProperties.value = { ...typedProperties.value, [distinctId]: changed }
}

/** What was typed as a value: JSON where it is some, and text where it is not, or a number that would lose digits. */
export function typedValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' && !isKept(value) ? text : value
  } catch {
    return text
  }
}

function isKept(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

/** A value as it is typed. Text that would be read as something else is quoted. */
export function valueAsTyped(value: unknown): string {
  return typeof value === 'string' && typedValue(value) === value ? value : JSON.stringify(value)
}

/** The body of a call about somebody, with the properties that were typed in. */
export function bodyFor({ distinctId, groups }: Subject, typed: Readonly<Record<string, string>>) {
  const values = Object.entries(typed).map(([name, text]) => [name, typedValue(text)])
  const named = Object.entries(groups).filter(([, key]) => key !== '')
  return {
    distinct_id: distinctId,
    ...(named.length > 0 && { groups: Object.fromEntries(named) }),
    ...(values.length > 0 && { person_properties: Object.fromEntries(values) }),
  }
}
