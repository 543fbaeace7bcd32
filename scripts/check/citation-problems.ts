import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface CitingFile {
  /** From the checkout's root. */
  readonly path: string
  readonly source: string
}

/** The documents and rules that can be cited. */
export interface Citable {
  /** Paths from the checkout's root of all Markdown files in the repository. */
  readonly documents: readonly string[]
  /** The numbers of all rules, such as `EVAL-12`. */
  readonly rules: ReadonlySet<string>
  /** The prefixes of the numbers, before the dash. */
  readonly kinds: ReadonlySet<string>
}

interface Mistake {
  /** The position in the source. */
  readonly index: number
  readonly text: string
}

const RULE_IN_ITS_PLACE = /^(?:- |\|.*\| )([A-Z]+)-(\d+): /gm
const RULE = /\b([A-Z]+)-\d+\b/g
const DOCUMENT = /\bhttps?:\/\/\S+|(?<link>\]\()?(?<name>[\w./-]*[\w-]\.md)\b/g
const SECTION = /(?<publication>(?:RFC|NIST SP|arXiv) [\w.-]+, )?(?:\bsections? |§ ?|(?<=\.md ))\d[\d.]*\b/g

/** @param pages the pages that list rules */
export function citable(documents: readonly string[], pages: readonly CitingFile[]): Citable {
  const listed = pages.flatMap(({ source }) => [...source.matchAll(RULE_IN_ITS_PLACE)])
  return {
    documents,
    rules: new Set(listed.map(({ 1: kind, 2: number }) => `${kind}-${number}`)),
    kinds: new Set(listed.map(({ 1: kind = '' }) => kind)),
  }
}

/** Returns one sentence for each rule with the number of an earlier rule. */
export function repeatedRules(pages: readonly CitingFile[]): readonly string[] {
  const seen = new Set<string>()
  return pages.flatMap((page) =>
    [...page.source.matchAll(RULE_IN_ITS_PLACE)].flatMap(({ 1: kind, 2: number, index }) => {
      const rule = `${kind}-${number}`
      if (seen.has(rule)) return [sentence(page, { index, text: `there is another ${rule}.` })]
      seen.add(rule)
      return []
    }),
  )
}

/**
 * Returns one sentence for each invalid citation: a Markdown file that is not in the repository, a section by its
 * number, which no document has, or a rule that does not exist. Files and sections are searched in comments and
 * documents, rules everywhere, because tests are named after them.
 */
export function citationProblems(file: CitingFile, { documents, rules, kinds }: Citable): readonly string[] {
  const prose = proseOf(file)
  const mistakes = [
    ...wrongDocuments(file.path, prose, documents),
    ...numberedSections(prose),
    ...wrongRules(file.source, rules, kinds),
  ]
  return mistakes.toSorted((one, other) => one.index - other.index).map((mistake) => sentence(file, mistake))
}

function wrongDocuments(path: string, prose: string, documents: readonly string[]): readonly Mistake[] {
  return [...prose.matchAll(DOCUMENT)].flatMap(({ index, groups: { link, name } = {} }) => {
    if (name === undefined) return [] // an address
    const found = link === undefined ? isNamed(name, documents) : documents.includes(linked(name, path))
    return found ? [] : [{ index, text: `${name} is not in the repository.` }]
  })
}

/** Whether the document exists. Prose may contain only the end of a path. */
function isNamed(name: string, documents: readonly string[]): boolean {
  return documents.some((document) => document === name || document.endsWith(`/${name}`))
}

function linked(name: string, from: string): string {
  return posix.join(posix.dirname(from), name)
}

function numberedSections(prose: string): readonly Mistake[] {
  const own = [...prose.matchAll(SECTION)].filter(({ groups }) => groups?.publication === undefined)
  return own.map(({ 0: section, index }) => ({
    index,
    text: `no document here has a "${section}": name a rule, or a page.`,
  }))
}

function wrongRules(source: string, rules: ReadonlySet<string>, kinds: ReadonlySet<string>): readonly Mistake[] {
  return [...source.matchAll(RULE)].flatMap(({ 0: rule, 1: kind = '', index }) =>
    kinds.has(kind) && !rules.has(rule) ? [{ index, text: `there is no rule ${rule}.` }] : [],
  )
}

/** Returns the prose of a file, with each word at its position in the file. */
function proseOf({ path, source }: CitingFile): string {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return source
  if (!/\.md\b|\bsections? |§/.test(source)) return ''
  return parseSync(path, source).comments.reduce(
    (prose, { start, end }) => prose.padEnd(start) + source.slice(start, end),
    '',
  )
}

function sentence({ path, source }: CitingFile, { index, text }: Mistake): string {
  return `${path}:${source.slice(0, index).split('\n').length}: ${text}`
}
