import { UniqueViolation } from '../store-errors.ts'

type Method = (...args: never[]) => Promise<unknown>

/**
 * Lets a transaction's tables be used while it runs and unharmed: a unique violation ends it, as it does in
 * PostgreSQL, even when `work` swallows the error, and nothing may slip in after `work` has ended.
 */
export class TransactionGate {
  private violation: UniqueViolation | undefined
  private ended = false

  /** The same table, whose methods pass the gate first. */
  guard<Table extends object>(table: Table): Table {
    const guarded = Object.entries(table).map(([name, method]) => [name, this.guardMethod(method as Method)])
    // Every member of a table is a method, and each kept its name and what it takes and answers.
    return Object.fromEntries(guarded) as Table
  }

  /** Throws the violation that ended the transaction, if one did. */
  assertUnharmed(): void {
    if (this.violation) throw this.violation
  }

  end(): void {
    this.ended = true
  }

  private guardMethod(method: Method): Method {
    return async (...args) => {
      this.assertUnharmed()
      if (this.ended) throw new Error('the transaction is over: its tables work only while `work` runs')
      try {
        return await method(...args)
      } catch (error) {
        if (error instanceof UniqueViolation) this.violation = error
        throw error
      }
    }
  }
}
