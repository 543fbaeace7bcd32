import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = resolve(import.meta.dirname, '..')
const SHEETS = filesLike('**/*.css').filter((path) => !/reference|forced-colors/.test(path))
const COMPONENTS = new Map(filesLike('**/*.tsx').map((path) => [path, readFileSync(path, 'utf8')]))

/** Style sheets that are loaded with a screen or a part, in the order in which users open them. */
const LATER = SHEETS.filter((path) => dirname(path) !== import.meta.dirname)

function filesLike(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: SOURCES }).map((path) => join(SOURCES, path))
}

function selectorsIn(sheet: string): readonly string[] {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))\s*/))
}

function classesIn(selector: string): readonly string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
}

/** The sheets with a selector that starts with the class, and so styles it anywhere. */
const homes = Map.groupBy(
  SHEETS.flatMap((sheet) => selectorsIn(sheet).map((selector) => ({ sheet, name: classesIn(selector)[0] ?? '' }))),
  ({ name }) => name,
)

/** Returns the words that a component may use as classes of an element. */
function classesGiven(source: string): ReadonlySet<string> {
  const given = [...source.matchAll(/\b(?:class|className)=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)]
  const words = given.flatMap(([, plain = '', computed = '']) => [
    plain,
    computed.replaceAll(/\$\{[^}]*\}/g, ' ').match(/`[^`]*`/)?.[0] ?? '',
    ...[...computed.matchAll(/(?<!===\s)'([^']*)'/g)].map(([, text = '']) => text),
  ])
  return new Set(words.flatMap((text) => text.match(/[a-z][\w-]*/g) ?? []))
}

const classesOf = new Map([...COMPONENTS].map(([path, source]) => [path, classesGiven(source)]))

/** Returns the static imports of a file, including indirect ones. */
function importedBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, target = ''] of (COMPONENTS.get(path) ?? '').matchAll(/^import (?:[^'(]* from )?'(\.[^']+)'/gm)) {
    const file = resolve(dirname(path), target)
    if (!found.has(file)) importedBy(file, found.add(file))
  }
  return found
}

const imported = new Map([...COMPONENTS.keys()].map((path) => [path, importedBy(path)]))

/** Whether a component is loaded with a sheet: it imports the sheet, or is a part of a screen that does. */
function comesWith(component: string, sheet: string): boolean {
  const folder = dirname(sheet)
  const isPiece = folder !== join(SOURCES, 'parts') && component.startsWith(`${folder}/`)
  return isPiece || imported.get(component)?.has(sheet) === true
}

function isOwn(name: string, sheet: string): boolean {
  const isAtHomeElsewhere = homes.get(name)?.some((home) => home.sheet !== sheet) ?? false
  const users = [...classesOf].filter(([, classes]) => classes.has(name))
  return !isAtHomeElsewhere && users.every(([component]) => comesWith(component, sheet))
}

test.each(LATER.map((sheet) => sheet.slice(SOURCES.length + 1)))(
  'CONSOLE-142 %s styles nothing but what comes with it',
  (name) => {
    const sheet = join(SOURCES, name)
    const leaking = selectorsIn(sheet).filter((selector) => !classesIn(selector).some((each) => isOwn(each, sheet)))
    expect(leaking).toEqual([])
  },
)
