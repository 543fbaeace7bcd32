import { type UniqueConstraint, UniqueViolation } from '../store-errors.ts'
import { frozenCopy } from './frozen-copy.ts'

/** What has to be unique in a table: for each constraint, the value a row takes, or undefined when it takes none. */
export type UniqueValues<Row> = { readonly [Constraint in UniqueConstraint]?: (row: Row) => string | undefined }

/** How a table finds its rows: by their id and by their unique values. */
export interface RowSchema<Id, Row> {
  readonly name: string
  readonly idOf: (row: Row) => Id
  readonly unique: UniqueValues<Row>
}

/** Everything a table holds at one moment. Published sets are never changed, so a reader can keep one for as long as it likes. */
interface RowSetState<Id, Row> {
  readonly byId: ReadonlyMap<Id, Row>
  readonly holders: ReadonlyMap<UniqueConstraint, ReadonlyMap<string, Id>>
}

interface DraftState<Id, Row> extends RowSetState<Id, Row> {
  readonly byId: Map<Id, Row>
  readonly holders: Map<UniqueConstraint, Map<string, Id>>
}

/** The rows of one table as one transaction sees them. The first change copies; what others see stays as it was. */
export class RowSet<Id, Row extends object> {
  private readonly schema: RowSchema<Id, Row>
  private state: RowSetState<Id, Row>
  private draft: DraftState<Id, Row> | undefined

  constructor(schema: RowSchema<Id, Row>, state?: RowSetState<Id, Row>) {
    this.schema = schema
    // Bound: OUT-8 memory-store
    this.state = state ?? { byId: new Map(), holders: new Map() }
  }

  /** The same rows, to be changed without changing these. */
  fork(): RowSet<Id, Row> {
    return new RowSet(this.schema, this.state)
  }

  get(id: Id): Row | undefined {
    return this.state.byId.get(id)
  }

  /** The row that takes `value` under the constraint. */
  holderOf(constraint: UniqueConstraint, value: string): Row | undefined {
    const id = this.state.holders.get(constraint)?.get(value)
    return id === undefined ? undefined : this.get(id)
  }

  filter(matches: (row: Row) => boolean): Row[] {
    const found: Row[] = []
    for (const row of this.state.byId.values()) if (matches(row)) found.push(row)
    return found
  }

  count(matches: (row: Row) => boolean): number {
    let count = 0
    for (const row of this.state.byId.values()) if (matches(row)) count++
    return count
  }

  get isEmpty(): boolean {
    return this.state.byId.size === 0
  }

  insert(row: Row): Row {
    const id = this.schema.idOf(row)
    if (this.state.byId.has(id)) throw new Error(`${this.schema.name}: there is already a row with id ${id}`)
    return this.put(id, row)
  }

  replace(row: Row): Row {
    return this.put(this.schema.idOf(row), row)
  }

  delete(id: Id): void {
    const row = this.get(id)
    if (row === undefined) return
    const draft = this.changeable()
    for (const [constraint, value] of this.valuesOf(row)) draft.holders.get(constraint)?.delete(value)
    draft.byId.delete(id)
  }

  private put(id: Id, given: Row): Row {
    const row = frozenCopy(given)
    for (const [constraint, value] of this.valuesOf(row)) {
      const holder = this.state.holders.get(constraint)?.get(value)
      if (holder !== undefined && holder !== id) throw new UniqueViolation(constraint)
    }
    const draft = this.changeable()
    const before = draft.byId.get(id)
    if (before) for (const [constraint, value] of this.valuesOf(before)) draft.holders.get(constraint)?.delete(value)
    for (const [constraint, value] of this.valuesOf(row)) holdersOf(draft, constraint).set(value, id)
    draft.byId.set(id, row)
    return row
  }

  private valuesOf(row: Row): [UniqueConstraint, string][] {
    // The keys of the schema are constraints by its type; Object.keys forgets that.
    const constraints = Object.keys(this.schema.unique) as UniqueConstraint[]
    return constraints.flatMap((constraint) => {
      const value = this.schema.unique[constraint]?.(row)
      return value === undefined ? [] : [[constraint, value]]
    })
  }

  private changeable(): DraftState<Id, Row> {
    if (!this.draft) {
      const holders = new Map([...this.state.holders].map(([constraint, ids]) => [constraint, new Map(ids)] as const))
      this.draft = { byId: new Map(this.state.byId), holders }
      this.state = this.draft
    }
    return this.draft
  }
}

function holdersOf<Id, Row>(draft: DraftState<Id, Row>, constraint: UniqueConstraint): Map<string, Id> {
  const ids = draft.holders.get(constraint) ?? new Map<string, Id>()
  draft.holders.set(constraint, ids)
  return ids
}
