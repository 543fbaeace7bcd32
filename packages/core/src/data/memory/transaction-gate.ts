import { UniqueViolation } from '../store-errors.ts'

type Method = (...args: never[]) => Promise<unknown>

/**
 * Allows the use of a transaction's tables while it runs without a violation. As in PostgreSQL, a unique violation ends
 * the transaction, even if `work` catches the error. No statement can run after `work` has ended.
 */
export class TransactionGate {
  private violation: UniqueViolation | undefined
  private ended = false

  /** Returns the same table with guarded methods. */
  guard<Table extends object>(table: Table): Table {
    const guarded = Object.entries(table).map(([name, method]) => [name, this.guardMethod(method as Method)])
    // Every member of a table is a method, and each has the same name, parameters and result as before.
    return Object.fromEntries(guarded) as Table
  }

  /** Throws the violation that ended the transaction, if there is one. */
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
