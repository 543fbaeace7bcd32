import pg, { Pool, type PoolClient, type QueryResultRow } from 'pg'
import type { ByHandFlags } from './by-hand-flags.ts'
import { type FlagRow, flagList } from './flag-body.ts'
import { FIND_OWNER, forPostgres, INSERT_ACTIVITY, INSERT_FLAG, LIST_FLAGS, RETRIEVE_FLAG } from './flag-queries.ts'
import { newFlag, type OwnerRow } from './new-flag.ts'

/** Opens a pool of pg with as many connections as Flagdeck has. PostgreSQL prepares its queries once by their names. */
export async function postgresFlags(connectionString: string): Promise<ByHandFlags> {
  const pool = new Pool({ connectionString, max: 10, types: { getTypeParser: integersAsNumbers } })
  const list = prepared<FlagRow & { readonly total: number }>('list', LIST_FLAGS)
  const find = prepared<FlagRow>('find', RETRIEVE_FLAG)
  const insertFlag = prepared<{ readonly id: number }>('insert_flag', INSERT_FLAG)
  const insertActivity = prepared('insert_activity', INSERT_ACTIVITY)
  const owner = only(await prepared<OwnerRow>('find_owner', FIND_OWNER)(pool, []))

  async function create(projectId: number, body: string): Promise<FlagRow> {
    const flag = newFlag(projectId, body, owner)
    return inTransaction(pool, async (client) => {
      const { id } = only(await insertFlag(client, flag.insertFlag))
      await insertActivity(client, flag.insertActivity(id))
      return flag.row(id)
    })
  }

  return {
    list: async (projectId) => flagList(await list(pool, [projectId, projectId])),
    find: async (id) => only(await find(pool, [id])),
    create,
    close: () => pool.end(),
  }
}

function prepared<Row extends QueryResultRow>(name: string, query: string) {
  const text = forPostgres(query)
  return async (client: Pool | PoolClient, values: readonly unknown[]): Promise<Row[]> =>
    (await client.query<Row>({ name, text, values: [...values] })).rows
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const INT8 = 20
const integersAsNumbers: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the database is not as it was seeded')
  return row
}
