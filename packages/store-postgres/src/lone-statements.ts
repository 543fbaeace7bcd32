import { MAX_NAMED_LENGTH } from './statement-names.ts'

/** As large as the number of statement names. Beyond it, statements count as followed by others. */
const CAPACITY = 300

/**
 * Remembers the texts of statements that others follow in the same read. A statement counts as the only one of its read
 * until another one follows it.
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
