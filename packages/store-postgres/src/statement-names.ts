import { createHash } from 'node:crypto'

/** Far more than the store has fixed statements; each takes memory on the server for every connection. */
const CAPACITY = 300
/** Longer texts are lists with very many values, and not worth a name. */
export const MAX_NAMED_LENGTH = 16_384

/**
 * Names under which PostgreSQL keeps prepared statements, so that a text is parsed and planned once a connection.
 * Lists with ever new conditions could go on for ever: what comes when all names are given runs without one.
 */
export class StatementNames {
  // Bound: OUT-8 statements
  readonly #names = new Map<string, string>()

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= CAPACITY || sql.length > MAX_NAMED_LENGTH) return known
    // By the text: where a pooler was not recognised, a name never stands for the statement of another instance (PG-3).
    const name = `flagdeck_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}
