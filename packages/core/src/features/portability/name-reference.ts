import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'

/**
 * How a document names a thing whose name others may have too: by the name or, from the second of that name on, by
 * name and number in the order in which they were made.
 */
export type NameReference = string | { readonly name: string | null; readonly number: number }

/** What {@link NameReference} says, as a text to find it by. */
export type NameKey = string

interface Named {
  readonly id: number
  readonly name: string | null
}

/** A thing with the name that a document has for it. */
export interface Numbered<T> {
  readonly item: T
  readonly name: string | null
  /** 1 for the first of this name. */
  readonly number: number
  readonly key: NameKey
}

/** Things by name, those of one name in the order of their ids. */
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

/** The key of what a document says, undefined when it is no reference. */
export function referenceKey(reference: JsonValue | undefined): NameKey | undefined {
  if (typeof reference === 'string') return nameKey(reference)
  if (!isJsonObject(reference)) return undefined
  const { name, number = 1 } = reference
  const isReference = (typeof name === 'string' || name === null) && typeof number === 'number'
  return isReference ? nameKey(name, number) : undefined
}

/** The one of the same name that has to be made before: that is what the number says. */
export function namesakeBefore(key: NameKey): readonly NameKey[] {
  const { name, number } = parsedKey(key)
  return number > 1 ? [nameKey(name, number - 1)] : []
}

export function parsedKey(key: NameKey): { readonly name: string | null; readonly number: number } {
  const [name, number] = JSON.parse(key) as [string | null, number] // that is what `nameKey` makes
  return { name, number }
}

export function referenceOf(key: NameKey): NameReference {
  const { name, number } = parsedKey(key)
  return name !== null && number === 1 ? name : { name, number }
}

/** A reference as people read it: `Beta testers`, `Beta testers (2)`. */
export function shownReference(key: NameKey): string {
  const { name, number } = parsedKey(key)
  return `${name ?? 'without a name'}${number === 1 ? '' : ` (${number})`}`
}
