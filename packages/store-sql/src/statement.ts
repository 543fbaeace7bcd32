import type { Compilable } from 'kysely'
import type { SqlQuery } from './sql-driver.ts'

/**
 * A query that is built and compiled once, and runs many times with different parameters. `Row` is the type of its
 * rows.
 */
export interface Statement<Parameters, Row> {
  bind(parameters: Parameters): SqlQuery
  /** Never set; it only carries the type of the rows. */
  readonly row?: Row
}

/** A placeholder for a parameter while a statement is built. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Returns the statement for the query that `build` creates from its parameters. The text of the query must not depend
 * on their values. It is compiled when it first runs, because a store has more than a hundred queries, and a process
 * may use few of them.
 *
 * @example
 * const find = statement((p: { id: number }) => db.selectFrom('users').selectAll().where('id', '=', p.id))
 */
export function statement<Parameters extends object, Row>(
  build: (parameters: Parameters) => Compilable<Row>,
  { isHarmless }: Pick<SqlQuery, 'isHarmless'> = {},
): Statement<Parameters, Row> {
  // Kysely does not inspect values, so a slot can be used in place of each value.
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
 * Returns the statement for a query that writes a row. Its columns are those of the first row with which it runs. They
 * are therefore named once, where rows are created; every row must have all of them.
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

/** Returns the slots for the columns of a row as an object that can be destructured. */
function slotsOfRow<Row extends object>(slots: Row, row: Row): Row {
  const names = Object.keys(row) as (keyof Row)[] // its own keys
  return Object.fromEntries(names.map((name) => [name, slots[name]])) as Row
}

function filled(value: unknown, parameters: object): unknown {
  // The slot was created from a property that `build` read, so `Parameters` has it.
  return value instanceof Slot ? parameters[value.name as keyof object] : value
}
