import type { Transaction } from '@flagdeck/core/store'
import type { EncryptionCheckColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'

const ID = 1

export function encryptionCheckTable({ db }: SqlContext): (session: SqlSession) => Transaction['encryptionCheck'] {
  const find = statement(() => db.selectFrom('encryption_check').select('sealed').where('id', '=', ID))
  const set = rowStatement((row: EncryptionCheckColumns) =>
    db
      .insertInto('encryption_check')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((excluded) => ({
          sealed: excluded.ref('excluded.sealed'),
          changed_at: excluded.ref('excluded.changed_at'),
        })),
      ),
  )
  return (session) => ({
    find: async () => (await session.first(find, {}))?.sealed,
    async set(sealed, changedAt) {
      await session.run(set, { id: ID, sealed, changed_at: changedAt })
    },
  })
}
