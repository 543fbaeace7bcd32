import type { Compilable } from 'kysely'
import type { SqlQuery } from './sql-driver.ts'

/** A query built and compiled once, run many times with other parameters. `Row` is what it answers. */
export interface Statement<Parameters, Row> {
  bind(parameters: Parameters): SqlQuery
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row
}

/** Stands for a parameter while a statement is built. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles the query that `build` makes of its parameters, for a query whose text never depends on their values: when it
 * is first run, because a store has more than a hundred, and who opens one may run few.
 *
 * @example
 * const find = statement((p: { id: number }) => db.selectFrom('users').selectAll().where('id', '=', p.id))
 */
export function statement<Parameters extends object, Row>(
  build: (parameters: Parameters) => Compilable<Row>,
  { isHarmless }: Pick<SqlQuery, 'isHarmless'> = {},
): Statement<Parameters, Row> {
  // Kysely passes values through untouched, so a slot is as good as the value that will take its place.
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Parameters
  let compiled: SqlQuery | undefined
  return {
    bind(parameters) {
      compiled ??= build(slots).compile()
      const { sql, parameters: slotted } = compiled
      return { sql, parameters: slotted.map((value) => filled(value, parameters)), ...(isHarmless && { isHarmless }) }
    },
  }
}

/**
 * The same for a query that writes a row. Its columns are those of the first row that it is run with, so that they are
 * named once, where rows are made; every row has to have all of them.
 *
 * @example
 * const update = rowStatement(({ id, ...row }: UserRow) => db.updateTable('users').set(row).where('id', '=', id))
 */
export function rowStatement<Row extends object, Answer>(
  build: (row: Row) => Compilable<Answer>,
): Statement<Row, Answer> {
  let made: Statement<Row, Answer> | undefined
  return {
    bind(row) {
      made ??= statement((slots: Row) => build(slotsOfRow(slots, row)))
      return made.bind(row)
    },
  }
}

/** The slots for the columns that a row has, as an object that can be taken apart. */
function slotsOfRow<Row extends object>(slots: Row, row: Row): Row {
  const names = Object.keys(row) as (keyof Row)[] // its own
  return Object.fromEntries(names.map((name) => [name, slots[name]])) as Row
}

function filled(value: unknown, parameters: object): unknown {
  // The slot was made from a property that `build` read, so `Parameters` has it.
  return value instanceof Slot ? parameters[value.name as keyof object] : value
}
