import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'

/**
 * A reference to a record whose name may not be unique: the name or, from the second record with that name on, name and
 * number in the order of creation.
 */
export type NameReference = string | { readonly name: string | null; readonly number: number }

/** A {@link NameReference} as text, for lookups. */
export type NameKey = string

interface Named {
  readonly id: number
  readonly name: string | null
}

/** A record with its name in documents. */
export interface Numbered<T> {
  readonly item: T
  readonly name: string | null
  /** 1 for the first record with this name. */
  readonly number: number
  readonly key: NameKey
}

/** Returns records with their numbers; records with the same name are numbered in the order of their ids. */
export function numbered<T extends Named>(items: readonly T[]): readonly Numbered<T>[] {
  const seen = new Map<string | null, number>()
  return items
    .toSorted((a, b) => compareUnits(a.name ?? '', b.name ?? '') || a.id - b.id)
    .map((item) => {
      const number = (seen.get(item.name) ?? 0) + 1
      seen.set(item.name, number)
      return { item, name: item.name, number, key: nameKey(item.name, number) }
    })
}

export function nameKey(name: string | null, number = 1): NameKey {
  return JSON.stringify([name, number])
}

/** Returns the key of a reference in a document; undefined if it is invalid. */
export function referenceKey(reference: JsonValue | undefined): NameKey | undefined {
  if (typeof reference === 'string') return nameKey(reference)
  if (!isJsonObject(reference)) return undefined
  const { name, number = 1 } = reference
  const isReference = (typeof name === 'string' || name === null) && typeof number === 'number'
  return isReference ? nameKey(name, number) : undefined
}

/**
 * Returns the key of the record with the same name that must be created before: the numbers are the order of creation.
 */
export function namesakeBefore(key: NameKey): readonly NameKey[] {
  const { name, number } = parsedKey(key)
  return number > 1 ? [nameKey(name, number - 1)] : []
}

export function parsedKey(key: NameKey): { readonly name: string | null; readonly number: number } {
  const [name, number] = JSON.parse(key) as [string | null, number] // the format that `nameKey` writes
  return { name, number }
}

export function referenceOf(key: NameKey): NameReference {
  const { name, number } = parsedKey(key)
  return name !== null && number === 1 ? name : { name, number }
}

/** Returns a reference for messages: `Beta testers`, `Beta testers (2)`. */
export function shownReference(key: NameKey): string {
  const { name, number } = parsedKey(key)
  return `${name ?? 'without a name'}${number === 1 ? '' : ` (${number})`}`
}
