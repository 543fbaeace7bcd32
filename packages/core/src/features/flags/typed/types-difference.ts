import type { FlagSource } from './flag-shape.ts'
import { FIRST_LINE, LAST_LINE, typesText } from './types-text.ts'

/** How a file of types and the flags differ: a sentence for each flag; none where they agree (TYPES-6). */
export function typesDifference(file: string, sources: readonly FlagSource[]): readonly string[] {
  const wanted = typesText(sources)
  const [before, now] = [entriesOf(file), entriesOf(wanted)]
  const keys = [...new Set([...before.keys(), ...now.keys()])].sort()
  const differences = keys.flatMap((key) => differenceOf(key, before.get(key), now.get(key)))
  if (differences.length > 0 || withoutComments(file) === withoutComments(wanted)) return differences
  return ['The file was written by another release, or changed by hand.']
}

function differenceOf(key: string, before: string | undefined, now: string | undefined): readonly string[] {
  if (before === now) return []
  if (before === undefined) return [`${key}: the flag is missing in the file.`]
  if (now === undefined) return [`${key}: there is no such flag any more.`]
  return [`${key}: it is ${before} in the file, and ${now} now.`]
}

const ENTRY = /^ {2}("(?:[^"\\]|\\.)*"): (\{.*\})$/

/** The types of each flag, by key. */
function entriesOf(text: string): ReadonlyMap<string, string> {
  const lines = linesOf(text)
  const listed = lines.slice(lines.indexOf(FIRST_LINE) + 1)
  const entries = listed.slice(0, listed.indexOf(LAST_LINE)).flatMap((line) => {
    const [, key = '', types = ''] = ENTRY.exec(line) ?? []
    return key === '' ? [] : [[String(JSON.parse(key)), types] as const]
  })
  return new Map(entries)
}

/** What describes flags says nothing of their types. */
function withoutComments(text: string): string {
  return linesOf(text)
    .filter((line) => !/^ {2}\/\*\* .* \*\/$/.test(line))
    .join('\n')
}

/** As Git may have written them on Windows. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/)
}
