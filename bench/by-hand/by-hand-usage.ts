import Database from 'better-sqlite3'
import { Client } from 'pg'

/** The tiles of a usage dashboard through the driver of a database, without Flagdeck. */
export interface ByHandUsage {
  /** Returns the calls of a flag by day and response. */
  calls(flagKey: string): Rows
  /** Returns the distinct users of a flag by response. */
  users(flagKey: string): Rows
  close(): Promise<void>
}

type Rows = readonly object[] | Promise<readonly object[]>

export interface Days {
  readonly from: string
  /** The first day after the range. */
  readonly until: string
}

/** @param url in the form of `DATABASE_URL` */
export async function byHandUsage(url: string, days: Days): Promise<ByHandUsage> {
  return url.startsWith('sqlite:') ? onSqlite(url.slice('sqlite:'.length), days) : onPostgres(url, days)
}

const CALLS = `
  select start, variant, sum(n) as calls from usage_counts
  where project_id = 1 and measure = 'exposures' and period = 'day' and flag_key = $1 and start >= $2 and start < $3
  group by start, variant order by start, variant`

const USERS = `
  select variant, count(distinct user_id) as users from by_hand_users
  where flag_key = $1 and day >= $2 and day < $3 group by variant order by variant`

function onSqlite(path: string, { from, until }: Days): ByHandUsage {
  const database = new Database(path)
  const calls = database.prepare<string[], object>(CALLS.replaceAll(/\$\d/g, '?'))
  const users = database.prepare<string[], object>(USERS.replaceAll(/\$\d/g, '?'))
  return {
    calls: (flagKey) => calls.all(flagKey, from, until),
    users: (flagKey) => users.all(flagKey, from, until),
    close: async () => {
      database.close()
    },
  }
}

async function onPostgres(url: string, { from, until }: Days): Promise<ByHandUsage> {
  const client = new Client(url)
  await client.connect()
  const rows = async (name: string, text: string, flagKey: string) =>
    (await client.query<object>({ name, text, values: [flagKey, from, until] })).rows
  return {
    calls: (flagKey) => rows('calls', CALLS, flagKey),
    users: (flagKey) => rows('users', USERS, flagKey),
    close: () => client.end(),
  }
}
