/** Far more than the store has fixed statements; each takes memory on the server for every connection. */
const CAPACITY = 300

/**
 * Names under which PostgreSQL keeps prepared statements, so that a text is parsed and planned once a connection.
 * Lists with ever new conditions could go on for ever: what comes when all names are given runs without one.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= CAPACITY) return known
    const name = `flagdeck_${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}
