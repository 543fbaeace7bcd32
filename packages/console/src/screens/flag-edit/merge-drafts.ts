import { type Difference, type Draft, differences, emptied, partsOf, same, withPart } from './draft.ts'
import { piecesOf, type Sides } from './filter-pieces.ts'

/** What both sides made something else of: a field, one condition set, one variant, one payload. */
export interface Clash extends Difference {
  readonly theirs: unknown
}

/** What both sides changed, each in another way. */
export function clashes(base: Draft, mine: Draft, theirs: Draft): readonly Clash[] {
  return contested(base, mine, theirs).flatMap(({ path, sides }) => {
    const pieces = piecesOf(path, sides)?.pieces ?? [{ path, ...sides }]
    return pieces
      .filter(isClash)
      .map((piece) => ({ path: piece.path, before: piece.base, after: piece.mine, theirs: piece.theirs }))
  })
}

/** What was chosen of a clash that is not mine alone. */
export type Chosen = 'theirs' | 'both'

/** Their flag with my changes laid over it, but for where something else was chosen. */
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

/** The parts that both sides changed, unless they made the same of them. */
function contested(base: Draft, mine: Draft, theirs: Draft): readonly Contested[] {
  const [was, my, their] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  return differences(base, mine)
    .map(({ path }) => ({ path, sides: { base: was.get(path), mine: my.get(path), theirs: their.get(path) } }))
    .filter(({ sides }) => isClash(sides))
}

function isClash({ base, mine, theirs }: Sides): boolean {
  return differ(base, mine) && differ(base, theirs) && differ(mine, theirs)
}

/** Whether both sides of a clash can be kept: lists of words, such as tags. Of one number, one text or one rule they cannot. */
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
