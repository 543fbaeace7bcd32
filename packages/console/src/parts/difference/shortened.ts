/** A line of a text that is compared, or how many were left out. */
export type ShownLine = { readonly text: string; readonly isOther: boolean } | { readonly leftOut: number }

/** Lines around one that differs, so that it can be seen where it stands. */
const AROUND = 2

/** The lines of a text that another one does not have, with those around them. */
export function shortened(lines: readonly string[], other: readonly string[]): readonly ShownLine[] {
  const differs = differing(lines, other)
  const isNear = (index: number) => differs.slice(Math.max(0, index - AROUND), index + AROUND + 1).includes(true)
  const shown: ShownLine[] = []
  for (const [index, text] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear(index)) shown.push({ text, isOther: differs[index] === true })
    else if (last && 'leftOut' in last) shown[shown.length - 1] = { leftOut: last.leftOut + 1 }
    else shown.push({ leftOut: 1 })
  }
  return shown
}

/** Between what both begin and what both end with, everything differs. */
function differing(lines: readonly string[], other: readonly string[]): readonly boolean[] {
  const most = Math.min(lines.length, other.length)
  let start = 0
  while (start < most && lines[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && lines.at(-1 - end) === other.at(-1 - end)) end += 1
  // Texts of the same length differ where their lines do: a value in the midst of them was changed.
  const sameLength = lines.length === other.length
  return lines.map((line, index) => (sameLength ? line !== other[index] : index >= start && index < lines.length - end))
}
