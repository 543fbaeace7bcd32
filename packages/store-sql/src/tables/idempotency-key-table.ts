import type { IdempotencyKey, IdempotencyKeyTable } from '@flagdeck/core/store'
import { timestampFrom } from '../column-values.ts'
import type { IdempotencyKeyColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { hasKeyAmong } from './has-key-among.ts'
import { placeLock } from './place-lock.ts'

export function idempotencyKeyTable(context: SqlContext): (session: SqlSession) => IdempotencyKeyTable {
  const { find, save, deleteBefore } = statements(context)
  const lockPlace = placeLock(context)
  return (session) => ({
    async lock(organizationId, scope, key) {
      const place = `idempotency_keys/${organizationId}/${JSON.stringify([scope, key])}`
      // Sent together, and executed one after the other.
      const [, row] = await Promise.all([
        lockPlace(session, place),
        session.first(find, { organizationId, scope, key }),
      ])
      return row && keyFrom(row)
    },
    async save(key) {
      await session.post(save, rowOf(key))
    },
    deleteBefore: (createdAt, limit) => session.run(deleteBefore, { createdAt, limit }),
  })
}

function statements({ db }: SqlContext) {
  return {
    find: statement((p: { organizationId: string; scope: string; key: string }) =>
      db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('organization_id', '=', p.organizationId)
        .where('scope', '=', p.scope)
        .where('key', '=', p.key),
    ),
    save: rowStatement((row: IdempotencyKeyColumns) =>
      db
        .insertInto('idempotency_keys')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'scope', 'key']).doUpdateSet((eb) => ({
            fingerprint: eb.ref('excluded.fingerprint'),
            answer: eb.ref('excluded.answer'),
            created_at: eb.ref('excluded.created_at'),
          })),
        ),
    ),
    deleteBefore: statement((p: { createdAt: string; limit: number }) =>
      db
        .deleteFrom('idempotency_keys')
        .where((eb) =>
          hasKeyAmong(
            ['organization_id', 'scope', 'key'],
            eb
              .selectFrom('idempotency_keys as old')
              .select(['old.organization_id', 'old.scope', 'old.key'])
              .where('old.created_at', '<', p.createdAt)
              .orderBy('old.created_at')
              .limit(p.limit),
          ),
        ),
    ),
  }
}

function keyFrom(row: IdempotencyKeyColumns): IdempotencyKey {
  return {
    organizationId: row.organization_id,
    scope: decodeText(row.scope),
    key: decodeText(row.key),
    fingerprint: decodeText(row.fingerprint),
    answer: decodeText(row.answer),
    createdAt: timestampFrom(row.created_at),
  }
}

function rowOf(key: IdempotencyKey): IdempotencyKeyColumns {
  return {
    organization_id: key.organizationId,
    scope: key.scope,
    key: key.key,
    fingerprint: key.fingerprint,
    answer: key.answer,
    created_at: key.createdAt,
  }
}
