import { Client, DatabaseError } from 'pg'
import { mayNeedOtherTls, TlsRefusal } from './postgres-tls.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/**
 * A client that closes its socket if it cannot connect. Without a password, the driver fails but leaves the socket
 * open. PostgreSQL waits a minute for the password, and the process would not end before that (PG-19). Clients connect
 * inside `connecting` of their address, which handles a TlsRefusal.
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
    if (this.#isPasswordMissing(error)) return new StoreMisconfigured(PASSWORD_MISSING, error)
    return mayNeedOtherTls(error) ? new TlsRefusal(Boolean(this.ssl), error) : error
  }

  /**
   * Whether the connection failed because there is no password. Depending on the authentication method, the driver
   * sends an empty password, or fails without sending one.
   */
  #isPasswordMissing(error: Error): boolean {
    if (this.password) return false
    return error instanceof DatabaseError ? error.code === '28P01' : /client password must be/.test(error.message)
  }
}

const PASSWORD_MISSING = 'PostgreSQL asks for a password: write it into the address, or set PGPASSWORD.'
