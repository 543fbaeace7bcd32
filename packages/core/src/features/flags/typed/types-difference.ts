import type { FlagSource } from './flag-shape.ts'
import { FIRST_LINE, LAST_LINE, typesText } from './types-text.ts'

/**
 * Returns a sentence for each flag that differs between a types file and the flags; empty when they agree (TYPES-6).
 */
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

/** Returns the types of each flag, by key. */
function entriesOf(text: string): ReadonlyMap<string, string> {
  const lines = linesOf(text)
  const listed = lines.slice(lines.indexOf(FIRST_LINE) + 1)
  const entries = listed.slice(0, listed.indexOf(LAST_LINE)).flatMap((line) => {
    const [, key = '', types = ''] = ENTRY.exec(line) ?? []
    return key === '' ? [] : [[String(JSON.parse(key)), types] as const]
  })
  return new Map(entries)
}

/** Removes the descriptions of flags, which do not affect their types. */
function withoutComments(text: string): string {
  return linesOf(text)
    .filter((line) => !/^ {2}\/\*\* .* \*\/$/.test(line))
    .join('\n')
}

/** Splits text into lines, also when Git on Windows has changed the line endings. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/)
}
