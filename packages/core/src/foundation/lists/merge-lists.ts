/** What two edits of one list come to. */
export interface MergedList {
  readonly items: readonly string[]
  /** Places of the list that both started from where they meet; with any, the items mean nothing. */
  readonly overlaps: readonly number[]
}

/** Some items of a list that give way to others. */
interface ListEdit {
  readonly from: number
  readonly to: number
  readonly put: readonly string[]
  /** Where it may have been: wider than what gives way where one of several equal items came or went. */
  readonly low: number
  readonly high: number
  /** Whether it is something other than one item for each that gives way: then nobody knows where among new neighbours. */
  readonly adds: boolean
}

/**
 * Merges what two made of a list of texts, for lists whose items have no ids. An item that is there once before and
 * after is the same one; between such items one takes the place of another, or some come and go. Edits of different
 * places are all carried out. Those of one place overlap unless they are the same, and so do additions side by side,
 * whose order nobody has said. What cannot be told for certain overlaps, so that nothing is lost or there twice.
 */
export function mergeLists(base: readonly string[], theirs: readonly string[], mine: readonly string[]): MergedList {
  const singles = placesOfSingles(base)
  const editsOf = (list: readonly string[]) => editsBetween(base, list, keptItems(singles, list))
  const { edits, overlaps } = editsTogether(editsOf(theirs), editsOf(mine))
  return { items: edited(base, edits), overlaps }
}

/** Both lists of edits as one, in the order of their places, and where they meet. */
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

/** How one list becomes another, in the order of the places. */
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

/** Where an item is in the list that was there before, and in the other. */
type KeptItem = readonly [place: number, placeIn: number]

/** The items that stayed, of those that were there once; none when they changed their order: then places alone count. */
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

/** The items that are there once, in their order. */
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

/** How a part without items that stayed becomes another; `offset` is where it begins. */
function editsOfPart(offset: number, was: readonly string[], is: readonly string[]): ListEdit[] {
  if (was.length !== is.length) return [sizeEdit(offset, was, is)]
  return is.flatMap((item, index) => {
    const [from, to] = [offset + index, offset + index + 1]
    return item === was[index] ? [] : [{ from, to, put: [item], low: from, high: to, adds: false }]
  })
}

/** How a part becomes longer or shorter, between what both begin and end with. */
function sizeEdit(offset: number, was: readonly string[], is: readonly string[]): ListEdit {
  const shorter = Math.min(was.length, is.length)
  const begin = countAlike(shorter, (index) => was[index] === is[index])
  const end = countAlike(shorter, (index) => was.at(-1 - index) === is.at(-1 - index))
  // Where the two meet, items are alike, and which of them came or went cannot be seen.
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
