import { readFileSync } from 'node:fs'

/** Returns the tables of the first release, as statements. */
export function firstReleaseDump(dialect: string): string {
  return readFileSync(new URL(`../../schema/released/0001-${dialect}.sql`, import.meta.url), 'utf8')
}

const [, flags = ''] = /^create table flags \($(.*?)^\)/ms.exec(firstReleaseDump('sqlite')) ?? []
const FLAG_COLUMNS = new Set(Array.from(flags.matchAll(/^ {2}(\w+)/gm), ([, name]) => name))

/** Returns the columns of the row of a flag that the first release stored. */
export function flagOfFirstRelease<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).filter(([column]) => FLAG_COLUMNS.has(column))
  return Object.fromEntries(entries) as Row // without the columns that were added later, which are optional
}
