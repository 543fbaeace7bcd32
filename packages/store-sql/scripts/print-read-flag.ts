// Prints src/tables/read-flag.ts; `pnpm generate` writes it. Field by field: an object that is put together in a loop is
// one that everybody behind it is slow with.
import { KEPT_FLAG } from '../src/flag-columns.ts'

const fields = Object.entries(KEPT_FLAG).map(
  ([field, { column }]) => `    ${field}: KEPT_FLAG.${field}.read(row.${column}),`,
)

process.stdout.write(`// Written by \`pnpm generate\` from ../flag-columns.ts; do not edit.
import type { Flag, User } from '@flagdeck/core'
import type { Selectable } from 'kysely'
import { KEPT_FLAG, type ReadFlagColumns } from '../flag-columns.ts'

/** A flag from what is kept of it in its row, and from its users, which are joined. */
export function readFlag(row: Selectable<ReadFlagColumns>, createdBy: User | null, lastModifiedBy: User | null): Flag {
  return {
    id: row.id,
    createdBy,
    lastModifiedBy,
${fields.join('\n')}
  }
}
`)
