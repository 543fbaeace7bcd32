import type { Transaction } from '@flagdeck/core/store'
import type { PasswordColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'

export function passwordTable({ db }: SqlContext): (session: SqlSession) => Transaction['passwords'] {
  const find = statement((p: { userId: number }) =>
    db.selectFrom('passwords').select('hash').where('user_id', '=', p.userId),
  )
  const set = rowStatement((row: PasswordColumns) =>
    db
      .insertInto('passwords')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((excluded) => ({
          hash: excluded.ref('excluded.hash'),
          changed_at: excluded.ref('excluded.changed_at'),
        })),
      ),
  )
  const remove = statement((p: { userId: number }) => db.deleteFrom('passwords').where('user_id', '=', p.userId))
  const networks = statement((p: { userId: number }) =>
    db.selectFrom('passwords').select('known_networks').where('user_id', '=', p.userId),
  )
  const setNetworks = statement((p: { userId: number; networks: string }) =>
    db.updateTable('passwords').set({ known_networks: p.networks }).where('user_id', '=', p.userId),
  )
  const any = statement(() => db.selectFrom('passwords').select('user_id').limit(1))
  return (session) => ({
    any: async () => (await session.first(any, {})) !== undefined,
    async find(userId) {
      const row = await session.first(find, { userId })
      return row && decodeText(row.hash)
    },
    async set(userId, hash, changedAt) {
      await session.run(set, { user_id: userId, hash, changed_at: changedAt, known_networks: '[]' })
    },
    async networks(userId) {
      const row = await session.first(networks, { userId })
      // Only lists of hashes are written to this column.
      return row ? (JSON.parse(row.known_networks) as string[]) : []
    },
    async setNetworks(userId, marks) {
      await session.run(setNetworks, { userId, networks: JSON.stringify(marks) })
    },
    delete: async (userId) => (await session.run(remove, { userId })) > 0,
  })
}
