import { createHash } from 'node:crypto'

/** Far more than the number of fixed statements of the store. Each costs memory on the server for every connection. */
const CAPACITY = 300
/** Longer texts are lists with very many values, which are not worth preparing. */
export const MAX_NAMED_LENGTH = 16_384

/**
 * Assigns names to prepared statements, so that PostgreSQL parses and plans a text once for each connection. Lists can
 * have any number of different conditions. When all names are assigned, further texts run without one.
 */
export class StatementNames {
  // Bound: OUT-8 statements
  readonly #names = new Map<string, string>()

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= CAPACITY || sql.length > MAX_NAMED_LENGTH) return known
    // Derived from the text. Through a pooler that was not detected, a name then never refers to a different statement
    // of another instance (PG-3).
    const name = `flagdeck_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
    this.#names.set(sql, name)
    return name
  }
}
