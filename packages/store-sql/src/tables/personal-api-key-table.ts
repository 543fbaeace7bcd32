import type { PersonalApiKey } from '@flagdeck/core'
import type { PersonalApiKeyTable } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { PersonalApiKeyColumns, RetiredKeyColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

type KeyRow = Selectable<Omit<PersonalApiKeyColumns, 'user_id'>> & JoinedUser<'user'>

export function personalApiKeyTable(context: SqlContext): (session: SqlSession) => PersonalApiKeyTable {
  const { findBySecureValue, find, list, insert, update, touch, remove } = statements(context)
  const { findRetired, retire } = retirement(context)
  return (session) => ({
    async findBySecureValue(secureValue) {
      const row = await session.first(findBySecureValue, { secureValue })
      return row && keyFrom(row)
    },
    async find(userId, keyId) {
      const row = await session.first(find, { userId, keyId })
      return row && keyFrom(row)
    },
    isRetired: async (secureValue) => (await session.first(findRetired, { secureValue })) !== undefined,
    list: (userId) => session.items(list, { userId }, keyFrom),
    async insert(key) {
      await session.run(insert, rowOf(key))
    },
    async update(key) {
      await session.run(update, rowOf(key))
    },
    async touch(userId, keyId, lastUsedAt) {
      await session.run(touch, { userId, keyId, lastUsedAt })
    },
    delete: async (userId, keyId) => (await session.run(remove, { userId, keyId })) > 0,
    async retire(secureValue, retiredAt) {
      await session.run(retire, { secure_value: secureValue, retired_at: retiredAt })
    },
  })
}

function statements(context: SqlContext) {
  const { db } = context
  const keys = withUser(context)
  return {
    findBySecureValue: statement((p: { secureValue: string }) => keys.where('key.secure_value', '=', p.secureValue)),
    find: statement((p: { userId: number; keyId: string }) =>
      keys.where('key.user_id', '=', p.userId).where('key.id', '=', p.keyId),
    ),
    list: statement((p: { userId: number }) =>
      keys.where('key.user_id', '=', p.userId).orderBy('key.created_at').orderBy('key.id'),
    ),
    insert: rowStatement((row: PersonalApiKeyColumns) => db.insertInto('personal_api_keys').values(row)),
    update: rowStatement(({ id, user_id, created_at: _made, last_used_at: _used, ...row }: PersonalApiKeyColumns) =>
      db.updateTable('personal_api_keys').set(row).where('user_id', '=', user_id).where('id', '=', id),
    ),
    touch: statement((p: { userId: number; keyId: string; lastUsedAt: string }) =>
      db
        .updateTable('personal_api_keys')
        .set({ last_used_at: p.lastUsedAt })
        .where('user_id', '=', p.userId)
        .where('id', '=', p.keyId),
    ),
    remove: statement((p: { userId: number; keyId: string }) =>
      db.deleteFrom('personal_api_keys').where('user_id', '=', p.userId).where('id', '=', p.keyId),
    ),
  }
}

function retirement({ db }: SqlContext) {
  return {
    findRetired: statement((p: { secureValue: string }) =>
      db.selectFrom('retired_keys').select('retired_at').where('secure_value', '=', p.secureValue),
    ),
    retire: rowStatement((row: RetiredKeyColumns) =>
      db
        .insertInto('retired_keys')
        .values(row)
        .onConflict((conflict) => conflict.column('secure_value').doNothing()),
    ),
  }
}

function withUser({ db }: SqlContext) {
  return db
    .selectFrom('personal_api_keys as key')
    .innerJoin('users as user', 'user.id', 'key.user_id')
    .select([
      'key.id',
      'key.label',
      'key.secure_value',
      'key.mask_value',
      'key.scopes',
      'key.scoped_project_ids',
      'key.scoped_organization_ids',
      'key.created_at',
      'key.expires_at',
      'key.last_used_at',
      ...userColumns('user'),
    ])
}

const userFrom = joinedUser('user')

function keyFrom(row: KeyRow): PersonalApiKey {
  return {
    id: row.id,
    user: userFrom(row),
    label: decodeText(row.label),
    secureValue: decodeText(row.secure_value),
    maskValue: decodeText(row.mask_value),
    scopes: documentFrom(row.scopes),
    scopedProjectIds: documentFrom(row.scoped_project_ids),
    scopedOrganizationIds: documentFrom(row.scoped_organization_ids),
    createdAt: timestampFrom(row.created_at),
    expiresAt: timestampFrom(row.expires_at),
    lastUsedAt: timestampFrom(row.last_used_at),
  }
}

function rowOf(key: PersonalApiKey): PersonalApiKeyColumns {
  return {
    id: key.id,
    user_id: key.user.id,
    label: key.label,
    secure_value: key.secureValue,
    mask_value: key.maskValue,
    scopes: JSON.stringify(key.scopes),
    scoped_project_ids: JSON.stringify(key.scopedProjectIds),
    scoped_organization_ids: JSON.stringify(key.scopedOrganizationIds),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
  }
}
