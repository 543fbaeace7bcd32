import type { ConditionSet, Variant } from '../../parts/conditions/condition-types.ts'

/** One part of three drafts: as it was read, as I left it, and as it is stored. */
export interface Sides<Value = unknown> {
  readonly base: Value
  readonly mine: Value
  readonly theirs: Value
}

/** What is chosen by itself: one condition set, one variant, one payload. */
export interface Piece extends Sides {
  readonly path: string
}

/** A part of filters in pieces, and the whole that chosen pieces come to. */
export interface Pieces {
  readonly pieces: readonly Piece[]
  readonly joined: (chosen: readonly unknown[]) => unknown
}

/** A part in pieces; undefined where nobody can tell for certain which piece became which. */
export function piecesOf(path: string, sides: Sides): Pieces | undefined {
  const { base, mine, theirs } = sides
  if (path === 'filters.groups') return setsOf(path, sides as Sides<readonly ConditionSet[]>) // what the path says
  if (path === 'filters.payloads') return fieldsOf(path, { base: base ?? {}, mine: mine ?? {}, theirs: theirs ?? {} })
  const isWhole = path === 'filters.multivariate' && base && mine && theirs
  return isWhole ? variantsOf(path, sides as Sides<Multivariate>) : undefined // what the path says
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

/** Sets in the places that they had: changed there, only removed, or only added at the end. None has an id (EDIT-4). */
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
  // Their order decides who gets which, so a new one is nobody's single piece.
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

/** Whether variants kept the order that they had; what was added stands behind them. */
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
