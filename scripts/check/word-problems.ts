import { parseSync } from 'oxc-parser'
import type { PlainWord } from './plain-words.ts'

export interface ProseFile {
  /** From the checkout's root. */
  readonly path: string
  readonly source: string
}

/** Returns one sentence for each word that is in more places than its row states, or in fewer. */
export function wordProblems(files: readonly ProseFile[], words: readonly PlainWord[]): readonly string[] {
  const prose = files.map(proseOf).join('\n')
  return words.flatMap(({ word, instead, left }) => {
    const found = prose.match(new RegExp(`\\b(${word})\\b`, 'gi'))?.length ?? 0
    if (found > left) return [`"${word}" is in ${found} places, ${found - left} more than before. Write: ${instead}.`]
    return found < left ? [`"${word}" is in ${found} places. Lower its number in plain-words.ts from ${left}.`] : []
  })
}

const CODE_IN_MARKDOWN = /```.*?```|`[^`\n]*`|\]\([^)]*\)/gs

/** Returns Markdown without code, or the comments of a program. */
function proseOf({ path, source }: ProseFile): string {
  const text = path.endsWith('.md')
    ? source
    : parseSync(path, source)
        .comments.map(({ value }) => value)
        .join('\n')
  return text.replaceAll(CODE_IN_MARKDOWN, ' ')
}
