/** The merged result of two edits of a list. */
export interface MergedList {
  readonly items: readonly string[]
  /** Positions in the common base list where the edits overlap. If there are any, the items are meaningless. */
  readonly overlaps: readonly number[]
}

/** The replacement of some items of a list. */
interface ListEdit {
  readonly from: number
  readonly to: number
  readonly put: readonly string[]
  /**
   * The range of possible positions: wider than the replaced items if one of several equal items was added or removed.
   */
  readonly low: number
  readonly high: number
  /** Whether it is not a one-to-one replacement: the position among new neighbours is then ambiguous. */
  readonly adds: boolean
}

/**
 * Merges two edits of a list of texts whose items have no ids. An item that occurs once before and once after is the
 * same item. Between such items, items are replaced, added or removed. Edits at different positions are all applied.
 * Edits at the same position overlap, unless they are equal. So do adjacent additions, whose order is ambiguous. All
 * ambiguous cases overlap, so that no item is lost or duplicated.
 */
export function mergeLists(base: readonly string[], theirs: readonly string[], mine: readonly string[]): MergedList {
  const singles = placesOfSingles(base)
  const editsOf = (list: readonly string[]) => editsBetween(base, list, keptItems(singles, list))
  const { edits, overlaps } = editsTogether(editsOf(theirs), editsOf(mine))
  return { items: edited(base, edits), overlaps }
}

/** Merges both lists of edits, in the order of their positions, and returns the overlaps. */
function editsTogether(theirs: readonly ListEdit[], mine: readonly ListEdit[]) {
  const edits: ListEdit[] = []
  const overlaps: number[] = []
  let [their, my] = [0, 0]
  for (;;) {
    const [a, b] = [theirs[their], mine[my]]
    if (!a || !b) return { edits: [...edits, ...theirs.slice(their), ...mine.slice(my)], overlaps }
    const [areSame, theirsFirst, mineFirst] = [isSame(a, b), isBefore(a, b), isBefore(b, a)]
    if (!areSame && !theirsFirst && !mineFirst) overlaps.push(Math.max(a.low, b.low))
    const takesTheirs = areSame || theirsFirst || (!mineFirst && a.high <= b.high)
    edits.push(takesTheirs ? a : b)
    if (takesTheirs) their++
    if (areSame || !takesTheirs) my++
  }
}

function isSame(a: ListEdit, b: ListEdit): boolean {
  return a.from === b.from && a.to === b.to && areEqual(a.put, b.put)
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, place) => item === b[place])
}

function isBefore(a: ListEdit, b: ListEdit): boolean {
  return a.high < b.low || (a.high === b.low && !(a.adds && b.adds))
}

function edited(base: readonly string[], edits: readonly ListEdit[]): string[] {
  const parts: (readonly string[])[] = []
  let place = 0
  for (const { from, to, put } of edits) {
    parts.push(base.slice(place, from), put)
    place = to
  }
  return [...parts, base.slice(place)].flat()
}

/** Returns the edits that transform one list into the other, in the order of their positions. */
function editsBetween(base: readonly string[], list: readonly string[], kept: readonly KeptItem[]): ListEdit[] {
  const edits: ListEdit[] = []
  let [from, start] = [0, 0]
  for (const [place, placeIn] of [...kept, [base.length, list.length] as const]) {
    const isEmpty = from === place && start === placeIn
    if (!isEmpty) edits.push(...editsOfPart(from, base.slice(from, place), list.slice(start, placeIn)))
    ;[from, start] = [place + 1, placeIn + 1]
  }
  return edits
}

/** The positions of an item in the base list and in the other list. */
type KeptItem = readonly [place: number, placeIn: number]

/** Returns the unchanged items that occur once; none if their order changed, so that only positions count. */
function keptItems(singles: ReadonlyMap<string, number>, list: readonly string[]): KeptItem[] {
  const singlesIn = placesOfSingles(list)
  const kept: KeptItem[] = []
  let last = -1
  for (const [item, place] of singles) {
    const placeIn = singlesIn.get(item)
    if (placeIn === undefined) continue
    if (placeIn < last) return []
    kept.push([place, placeIn])
    last = placeIn
  }
  return kept
}

/** Returns the items that occur once, in their order. */
function placesOfSingles(list: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [place, item] of list.entries()) {
    if (places.has(item)) repeated.add(item)
    else places.set(item, place)
  }
  for (const item of repeated) places.delete(item)
  return places
}

/** Returns the edits of a part without unchanged items; `offset` is its start. */
function editsOfPart(offset: number, was: readonly string[], is: readonly string[]): ListEdit[] {
  if (was.length !== is.length) return [sizeEdit(offset, was, is)]
  return is.flatMap((item, index) => {
    const [from, to] = [offset + index, offset + index + 1]
    return item === was[index] ? [] : [{ from, to, put: [item], low: from, high: to, adds: false }]
  })
}

/** Returns the edit of a part that becomes longer or shorter, without its common start and end. */
function sizeEdit(offset: number, was: readonly string[], is: readonly string[]): ListEdit {
  const shorter = Math.min(was.length, is.length)
  const begin = countAlike(shorter, (index) => was[index] === is[index])
  const end = countAlike(shorter, (index) => was.at(-1 - index) === is.at(-1 - index))
  // If the common start and end overlap, the items are equal, and it is ambiguous which of them was added or removed.
  const slack = Math.max(0, begin + end - shorter)
  const [from, to] = [begin, was.length - end + slack]
  return {
    from: offset + from,
    to: offset + to,
    put: is.slice(begin, is.length - end + slack),
    low: offset + from - slack,
    high: offset + to,
    adds: is.length - end + slack > begin,
  }
}

function countAlike(most: number, isAlike: (index: number) => boolean): number {
  let count = 0
  while (count < most && isAlike(count)) count++
  return count
}
