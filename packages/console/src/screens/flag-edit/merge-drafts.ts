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

/** Their flag with my changes laid over it, but for what was taken of theirs. */
export function merged(base: Draft, mine: Draft, theirs: Draft, taken: ReadonlySet<string>): Draft {
  const alone = differences(base, mine).reduce((draft, { path, after }) => withPart(draft, path, after), theirs)
  return contested(base, mine, theirs).reduce((draft, { path, sides }) => {
    const parts = piecesOf(path, sides)
    if (!parts) return withPart(draft, path, chosen({ path, ...sides }, taken))
    return withPart(draft, path, parts.joined(parts.pieces.map((piece) => chosen(piece, taken))))
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

function chosen(piece: Sides & { readonly path: string }, taken: ReadonlySet<string>): unknown {
  return taken.has(piece.path) || !differ(piece.base, piece.mine) ? piece.theirs : piece.mine
}

const differ = (a: unknown, b: unknown): boolean => !same(emptied(a), emptied(b))
