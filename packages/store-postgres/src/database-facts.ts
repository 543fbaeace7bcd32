import { StoreMisconfigured } from './store-misconfigured.ts'

/** Properties of a database that decide whether it can have tables and store every text. */
export interface DatabaseFacts {
  readonly user: string
  readonly database: string
  readonly encoding: string
  /** The first schema of `searchPath` that exists. */
  readonly schema: string | null
  readonly searchPath: string
  readonly mayCreate: boolean | null
}

/** Returns one row of {@link DatabaseFacts}. */
export const SELECT_DATABASE_FACTS = `select current_user as "user", current_database() as "database",
  current_setting('server_encoding') as "encoding", current_schema() as "schema",
  current_setting('search_path') as "searchPath", has_schema_privilege(current_schema(), 'create') as "mayCreate"`

/** @throws StoreMisconfigured with the fix if no store can use the database */
export function refuseUnusable({ user, database, encoding, schema, searchPath }: DatabaseFacts): void {
  if (encoding !== 'UTF8') {
    throw new StoreMisconfigured(
      `The encoding of the database ${database} is ${encoding}, which cannot store every text: create it with UTF8 (createdb --encoding=UTF8 --template=template0).`,
    )
  }
  if (schema === null) {
    throw new StoreMisconfigured(
      `No schema of search_path (${searchPath}) exists, or the user ${user} may not use it: create one of them, or correct search_path.`,
    )
  }
}

/** Returns the problem and its fix if migrations cannot create tables; undefined if they can. */
export function createTablesProblem({ user, schema, mayCreate }: DatabaseFacts): string | undefined {
  if (mayCreate) return undefined
  return `The user ${user} may not create tables in the schema ${schema}: run "grant create on schema ${schema} to ${user}" as its owner, or give the user a schema of its own.`
}
