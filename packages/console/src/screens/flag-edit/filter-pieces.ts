import type { ConditionSet, Variant } from '../../parts/conditions/condition-types.ts'

/** One part of three drafts: the version that was read, the user's edit, and the stored version. */
export interface Sides<Value = unknown> {
  readonly base: Value
  readonly mine: Value
  readonly theirs: Value
}

/** A separate choice: one condition set, one variant, one payload. */
export interface Piece extends Sides {
  readonly path: string
}

/** The pieces of a part of filters, and a function that joins the chosen pieces. */
export interface Pieces {
  readonly pieces: readonly Piece[]
  readonly joined: (chosen: readonly unknown[]) => unknown
}

/** Splits a part into pieces; undefined if it is ambiguous which piece corresponds to which. */
export function piecesOf(path: string, sides: Sides): Pieces | undefined {
  const { base, mine, theirs } = sides
  if (path === 'filters.groups') return setsOf(path, sides as Sides<readonly ConditionSet[]>) // the type at this path
  if (path === 'filters.payloads') return fieldsOf(path, { base: base ?? {}, mine: mine ?? {}, theirs: theirs ?? {} })
  const isWhole = path === 'filters.multivariate' && base && mine && theirs
  return isWhole ? variantsOf(path, sides as Sides<Multivariate>) : undefined // the type at this path
}

interface Multivariate {
  readonly variants: readonly Variant[]
}

function setsOf(path: string, { base, mine, theirs }: Sides<readonly ConditionSet[]>): Pieces | undefined {
  const was = base.map(textOf)
  const [my, their] = [inPlaces(was, mine), inPlaces(was, theirs)]
  if (!my || !their || new Set(was).size < was.length) return undefined
  const count = Math.max(base.length, my.length, their.length)
  const pieces = Array.from({ length: count }, (_, place) => ({
    path: `${path}[${place}]`,
    base: base[place],
    mine: my[place],
    theirs: their[place],
  }))
  return { pieces, joined: (chosen) => chosen.filter((set) => set !== undefined) }
}

type Places = readonly (ConditionSet | undefined)[]

/**
 * Returns sets at their previous indexes, if they were changed in place, only removed, or only added at the end. Sets
 * have no ids (EDIT-4).
 */
function inPlaces(was: readonly string[], sets: readonly ConditionSet[]): Places | undefined {
  const now = sets.map(textOf)
  if (now.length === was.length) {
    const hasMoved = now.some((text, place) => was.includes(text) && was[place] !== text)
    return hasMoved ? undefined : sets
  }
  if (now.length > was.length) return was.every((text, place) => now[place] === text) ? sets : undefined
  const left = was.filter((text) => now.includes(text))
  return left.join() === now.join() ? was.map((text) => sets[now.indexOf(text)]) : undefined
}

function variantsOf(path: string, { base, mine, theirs }: Sides<Multivariate>): Pieces | undefined {
  const [was, my, their] = [base, mine, theirs].map(({ variants }) => variants)
  if (!was || !my || !their || ![was, my, their].every(areDistinct)) return undefined
  // The order of variants affects who gets which, so a new variant cannot be chosen separately.
  if (!isSameOrder(was, my) || !isSameOrder(was, their)) return undefined
  const keys = [...new Set([...their, ...my].map(({ key }) => key))]
  const found = (variants: readonly Variant[], key: string) => variants.find((each) => each.key === key)
  const gone = was.map(({ key }) => key).filter((key) => !keys.includes(key))
  const pieces = [...keys, ...gone].map((key) => ({
    path: `${path}.variants.${key}`,
    base: found(was, key),
    mine: found(my, key),
    theirs: found(their, key),
  }))
  return { pieces, joined: (chosen) => ({ ...theirs, variants: chosen.filter((each) => each !== undefined) }) }
}

function areDistinct(variants: readonly Variant[]): boolean {
  return new Set(variants.map(({ key }) => key)).size === variants.length
}

/** Whether variants are still in their previous order; new ones come last. */
function isSameOrder(was: readonly Variant[], now: readonly Variant[]): boolean {
  const keys = now.map(({ key }) => key)
  const kept = was.map(({ key }) => key).filter((key) => keys.includes(key))
  return kept.every((key, place) => keys[place] === key)
}

function fieldsOf(path: string, { base, mine, theirs }: Sides<object>): Pieces {
  const [was, my, their] = [base, mine, theirs].map((side) => new Map<string, unknown>(Object.entries(side)))
  const keys = [...new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])]
  const pieces = keys.map((key) => ({
    path: `${path}.${key}`,
    base: was?.get(key),
    mine: my?.get(key),
    theirs: their?.get(key),
  }))
  const joined = (chosen: readonly unknown[]) =>
    Object.fromEntries(keys.flatMap((key, place) => (chosen[place] === undefined ? [] : [[key, chosen[place]]])))
  return { pieces, joined }
}

const textOf = (value: unknown): string => JSON.stringify(value)
