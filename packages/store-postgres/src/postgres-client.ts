import { Client, DatabaseError } from 'pg'
import { StoreMisconfigured } from './store-misconfigured.ts'

/**
 * A client that closes its socket when it cannot connect. The driver leaves the socket open where it has no password to
 * answer with, and PostgreSQL waits a minute for one, so the process would not end.
 */
export class PostgresClient extends Client {
  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  // biome-ignore lint/suspicious/noConfusingVoidType: as the driver declares it
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    if (callback) {
      super.connect((error: Error | null) => callback(error && this.#close(error)))
      return
    }
    return super.connect().then(
      () => this,
      (error: Error) => {
        throw this.#close(error)
      },
    )
  }

  #close(error: Error): Error {
    this.connection.stream.destroy()
    return this.#isPasswordMissing(error) ? new StoreMisconfigured(PASSWORD_MISSING, error) : error
  }

  /** The driver sends an empty password in some methods of authentication, and fails by itself in others (PG-19). */
  #isPasswordMissing(error: Error): boolean {
    if (this.password) return false
    return error instanceof DatabaseError ? error.code === '28P01' : /client password must be/.test(error.message)
  }
}

const PASSWORD_MISSING = 'PostgreSQL asks for a password: write it into the address, or set PGPASSWORD.'
