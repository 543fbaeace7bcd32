import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { COPIED_TABLES } from '@flagdeck/store-sql/testing'
import { sqliteDriver } from '@flagdeck/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresDriver } from '../src/index.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'
import { databaseForTest } from './support/open-for-test.ts'

/** Queries of the schema of a database that return one fact in each row. */
interface Catalog {
  readonly open: () => Promise<SqlDriver>
  readonly tables: string
  /** Selects the columns of every unique key. */
  readonly uniqueKeys: string
  readonly references: string
  readonly counters: string
}

const SQLITE: Catalog = {
  open: async () => sqliteDriver(':memory:', {}),
  tables: `select name as "table" from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  uniqueKeys: `
    select t.name as "table", (select group_concat(name) from (
      select name from pragma_table_info(t.name) where pk > 0 order by pk)) as columns
    from sqlite_schema t where t.type = 'table'
    union all
    select t.name, (select group_concat(name) from (select name from pragma_index_info(i.name) order by seqno))
    from sqlite_schema t, pragma_index_list(t.name) i where t.type = 'table' and i."unique" and not i.partial`,
  references: `
    select distinct t.name as child, f."table" as parent
    from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  counters: `
    select t.name as "table", c.name as columns from sqlite_schema t, pragma_table_info(t.name) c
    where t.sql like '%autoincrement%' and c.pk = 1`,
}

const POSTGRES: Omit<Catalog, 'open'> = {
  tables: `select table_name as "table" from information_schema.tables where table_schema = 'public'`,
  uniqueKeys: `
    select i.indrelid::regclass::text as "table", (
      select string_agg(a.attname, ',' order by k.place) from unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and i.indpred is null and c.relnamespace = 'public'::regnamespace`,
  references: `
    select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f'`,
  counters: `
    select table_name as "table", column_name as columns from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`,
}

describe('COPY-2 the tables that are copied are those of SQLite', () => hold(SQLITE))

describeOnPostgres('COPY-2 the tables that are copied are those of PostgreSQL', ({ url }) =>
  hold({ ...POSTGRES, open: async () => postgresDriver({ connectionString: await databaseForTest(url) }) }),
)

function hold(catalog: Catalog): void {
  async function ask(question: Exclude<keyof Catalog, 'open'>): Promise<readonly Readonly<Record<string, string>>[]> {
    const driver = await catalog.open()
    onTestFinished(() => driver.close())
    await sqlStore(driver).migrate()
    const { rows } = await driver.read((connection) => connection.execute({ sql: catalog[question], parameters: [] }))
    return rows as readonly Readonly<Record<string, string>>[] // the columns are texts
  }

  it('all of them', async () => {
    const tables = (await ask('tables')).map(({ table }) => table)
    expect(tables.toSorted()).toEqual([...COPIED_TABLES.map(({ name }) => name), 'flagdeck_migrations'].toSorted())
  })

  it('each in the order of a unique key', async () => {
    const keys = (await ask('uniqueKeys')).map(({ table, columns }) => `${table} (${columns})`)
    const used = COPIED_TABLES.map(({ name, key }) => `${name} (${Object.keys(key)})`)
    expect(used.filter((key) => !keys.includes(key))).toEqual([])
  })

  it('none before one that it points at', async () => {
    const places = new Map<string | undefined, number>(COPIED_TABLES.map(({ name }, place) => [name, place]))
    const references = await ask('references')
    expect(references.length).toBeGreaterThan(20)
    expect(
      references.filter(({ child, parent }) => (places.get(parent) ?? Infinity) >= (places.get(child) ?? 0)),
    ).toEqual([])
  })

  it('with what counts up', async () => {
    const counters = (await ask('counters')).map(({ table, columns }) => `${table}.${columns}`)
    const known = COPIED_TABLES.flatMap(({ name, counter }) => (counter === null ? [] : `${name}.${counter}`))
    expect(known.toSorted()).toEqual(counters.toSorted())
  })
}
