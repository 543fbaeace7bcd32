import { type Difference, type Draft, differences, emptied, partsOf, same, withPart } from './draft.ts'
import { piecesOf, type Sides } from './filter-pieces.ts'

/** A conflict: a field, a condition set, a variant or a payload that both users changed differently. */
export interface Clash extends Difference {
  readonly theirs: unknown
}

/** Returns the parts that both users changed differently. */
export function clashes(base: Draft, mine: Draft, theirs: Draft): readonly Clash[] {
  return contested(base, mine, theirs).flatMap(({ path, sides }) => {
    const pieces = piecesOf(path, sides)?.pieces ?? [{ path, ...sides }]
    return pieces
      .filter(isClash)
      .map((piece) => ({ path: piece.path, before: piece.base, after: piece.mine, theirs: piece.theirs }))
  })
}

/** A choice in a conflict other than the user's own value. */
export type Chosen = 'theirs' | 'both'

/** Returns the stored flag with the user's changes merged into it, except where another choice was made. */
export function merged(base: Draft, mine: Draft, theirs: Draft, choices: ReadonlyMap<string, Chosen>): Draft {
  const alone = differences(base, mine).reduce((draft, { path, after }) => withPart(draft, path, after), theirs)
  return contested(base, mine, theirs).reduce((draft, { path, sides }) => {
    const parts = piecesOf(path, sides)
    if (!parts) return withPart(draft, path, chosen({ path, ...sides }, choices))
    return withPart(draft, path, parts.joined(parts.pieces.map((piece) => chosen(piece, choices))))
  }, alone)
}

interface Contested {
  readonly path: string
  readonly sides: Sides
}

/** Returns the parts that both users changed, unless the results are equal. */
function contested(base: Draft, mine: Draft, theirs: Draft): readonly Contested[] {
  const [was, my, their] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  return differences(base, mine)
    .map(({ path }) => ({ path, sides: { base: was.get(path), mine: my.get(path), theirs: their.get(path) } }))
    .filter(({ sides }) => isClash(sides))
}

function isClash({ base, mine, theirs }: Sides): boolean {
  return differ(base, mine) && differ(base, theirs) && differ(mine, theirs)
}

/**
 * Whether a conflict can keep both values: lists of words such as tags can; a number, a text or a condition set cannot.
 */
export function canKeepBoth({ after, theirs }: Pick<Clash, 'after' | 'theirs'>): boolean {
  return isWords(after) && isWords(theirs)
}

function chosen(piece: Sides & { readonly path: string }, choices: ReadonlyMap<string, Chosen>): unknown {
  const { mine, theirs } = piece
  const choice = differ(piece.base, mine) ? choices.get(piece.path) : 'theirs'
  if (choice === 'both' && isWords(mine) && isWords(theirs)) return [...new Set([...theirs, ...mine])]
  return choice === undefined ? mine : theirs
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

const differ = (a: unknown, b: unknown): boolean => !same(emptied(a), emptied(b))
