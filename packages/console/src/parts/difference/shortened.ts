/** A line of a compared text, or the number of omitted lines. */
export type ShownLine = { readonly text: string; readonly isOther: boolean } | { readonly leftOut: number }

/** The number of lines shown around a changed line, for context. */
const AROUND = 2

/** Returns the lines of a text that another text does not have, with the lines around them. */
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

/** Everything between the common start and the common end of both texts differs. */
function differing(lines: readonly string[], other: readonly string[]): readonly boolean[] {
  const most = Math.min(lines.length, other.length)
  let start = 0
  while (start < most && lines[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && lines.at(-1 - end) === other.at(-1 - end)) end += 1
  // Texts with the same number of lines are compared line by line: values in the middle were changed.
  const sameLength = lines.length === other.length
  return lines.map((line, index) => (sameLength ? line !== other[index] : index >= start && index < lines.length - end))
}
