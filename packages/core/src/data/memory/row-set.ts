import { type UniqueConstraint, UniqueViolation } from '../store-errors.ts'
import { frozenCopy } from './frozen-copy.ts'
import { SortedRows } from './sorted-rows.ts'

/** The values by which a table can list rows without a scan of all rows. */
export type ListedBy = 'organization' | 'project' | 'user' | 'uuid' | 'role' | 'flag' | 'dashboard' | 'content'

type RowId = string | number

/** How a table finds its rows: by id, by unique values, and in lists. */
export interface RowSchema<Id extends RowId, Row, List extends ListedBy = never> {
  readonly name: string
  readonly idOf: (row: Row) => Id
  /** The value of a row for each unique constraint; undefined if the constraint does not apply to it. */
  readonly unique: { readonly [Constraint in UniqueConstraint]?: (row: Row) => string | undefined }
  /** The owner of the list that a row is in, for each kind of list. */
  readonly listedBy: { readonly [Kind in List]: (row: Row) => RowId }
}

interface Placed<Row> {
  readonly place: string
  readonly row: Row
}

/**
 * The rows of one table as one transaction sees them. A fork is free, and a change costs only the rows that it touches.
 */
export class RowSet<Id extends RowId, Row extends object, List extends ListedBy = never> {
  private readonly schema: RowSchema<Id, Row, List>
  // Bound: OUT-8 memory-store
  private readonly byId: SortedRows<Row>
  /** Each row, once for every unique value and once for every list that contains it. */
  private readonly byPlace: SortedRows<Placed<Row>>
  private readonly copyOf: (row: Row) => Row

  constructor(
    schema: RowSchema<Id, Row, List>,
    byId = new SortedRows<Row>((row) => String(schema.idOf(row)), asItIs),
    byPlace = new SortedRows<Placed<Row>>(({ place }) => place, asItIs),
    copyOf: (row: Row) => Row = frozenCopy,
  ) {
    this.copyOf = copyOf
    this.schema = schema
    this.byId = byId
    this.byPlace = byPlace
  }

  /** Returns a fork of the rows: changes of it do not affect these. */
  fork(): RowSet<Id, Row, List> {
    return new RowSet(this.schema, this.byId.fork(), this.byPlace.fork(), this.copyOf)
  }

  /** Returns a fork that does not copy written rows, for a caller that drops all of them soon. */
  withoutCopies(): RowSet<Id, Row, List> {
    return new RowSet(this.schema, this.byId.fork(), this.byPlace.fork(), asItIs)
  }

  get(id: Id): Row | undefined {
    return this.byId.get(String(id))
  }

  /** Returns the row with `value` under the constraint. */
  holderOf(constraint: UniqueConstraint, value: string): Row | undefined {
    return this.byPlace.get(`${constraint}/${value}`)?.row
  }

  /** Returns up to `limit` rows whose unique value is a pair of `owner` and a value after `value`, in byte order. */
  holdersAfter(constraint: UniqueConstraint, owner: RowId, value: string, limit: number): Row[] {
    const prefix = `${constraint}/${owner}/`
    return this.byPlace.after(prefix, `${prefix}${value}`, limit).map(({ row }) => row)
  }

  /** Returns the rows in the list of `owner`, in no particular order. */
  of(list: List, owner: RowId): Row[] {
    return this.byPlace.all(`${list}/${owner}/`).map(({ row }) => row)
  }

  all(): Row[] {
    return this.byId.all()
  }

  insert(row: Row): Row {
    const id = this.schema.idOf(row)
    if (this.get(id)) throw new Error(`${this.schema.name}: there is already a row with id ${id}`)
    return this.replace(row)
  }

  replace(given: Row): Row {
    const row = this.copyOf(given)
    const id = this.schema.idOf(row)
    const uniquePlaces = this.uniquePlacesOf(row)
    for (const [place, constraint] of uniquePlaces) {
      const holder = this.byPlace.get(place)?.row
      if (holder && this.schema.idOf(holder) !== id) throw new UniqueViolation(constraint)
    }
    this.delete(id)
    this.byId.put(row)
    for (const place of this.placesOf(row)) this.byPlace.put({ place, row })
    return row
  }

  delete(id: Id): void {
    const row = this.get(id)
    if (!row) return
    for (const place of this.placesOf(row)) this.byPlace.delete(place)
    this.byId.delete(String(id))
  }

  private placesOf(row: Row): string[] {
    // The keys are those of the schema's type, which Object.keys does not return.
    const lists = Object.keys(this.schema.listedBy) as List[]
    const id = this.schema.idOf(row)
    const inLists = lists.map((list) => `${list}/${this.schema.listedBy[list](row)}/${id}`)
    return [...this.uniquePlacesOf(row).map(([place]) => place), ...inLists]
  }

  private uniquePlacesOf(row: Row): [place: string, UniqueConstraint][] {
    const constraints = Object.keys(this.schema.unique) as UniqueConstraint[] // the keys of the schema's type
    return constraints.flatMap((constraint) => {
      const value = this.schema.unique[constraint]?.(row)
      return value === undefined ? [] : [[`${constraint}/${value}`, constraint]]
    })
  }
}

/** Rows are copied before they are inserted. */
function asItIs<T>(row: T): T {
  return row
}
