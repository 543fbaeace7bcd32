import { MAX_NAMED_LENGTH } from './statement-names.ts'

/** As many as there are names of statements; what comes when it is reached counts as accompanied. */
const CAPACITY = 300

/**
 * Remembers which statements others follow in the same read, by their text. A statement counts as the only one of its
 * read until it turns out that it is not.
 */
export class LoneStatements {
  // Bound: OUT-8 statements
  readonly #accompanied = new Set<string>()

  isAlone(sql: string): boolean {
    return sql.length <= MAX_NAMED_LENGTH && this.#accompanied.size < CAPACITY && !this.#accompanied.has(sql)
  }

  noteCompany(sql: string): void {
    if (sql.length <= MAX_NAMED_LENGTH) this.#accompanied.add(sql)
  }
}
