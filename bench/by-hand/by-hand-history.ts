import { randomUUID } from 'node:crypto'
import { openByHand } from './by-hand-driver.ts'
import { undone } from './undone.ts'

/** The history of a flag through the driver of a database, with Flagdeck's tables. */
export interface ByHandHistory {
  /** Returns the flag as it was at the version. */
  version(flagId: number, version: number): Promise<object>
  /** Returns the fields that differ, before and after. */
  difference(flagId: number, from: number, to: number): Promise<readonly object[]>
  restore(flagId: number, version: number): Promise<object>
  close(): Promise<void>
}

const FLAG = 'select * from flags where project_id = 1 and id = $1'

const OF_FLAG = `project_id = 1 and scope = 'FeatureFlag' and item_id = $1`

const STEPS = `
  select version, undo, state_before from activity
  where ${OF_FLAG} and version > $2 and version <= coalesce((
    select version from activity where ${OF_FLAG} and version > $2 and state_before is not null order by version limit 1
  ), 9007199254740991)
  order by version desc`

const ENTRY = `
  select activity.*, users.first_name, users.email from activity left join users on users.id = activity.user_id
  where ${OF_FLAG} and version = $2`

const RAISE = 'update projects set version = version + 1 where id = 1 returning version'

const CHANGE = `
  update flags set name = $2, filters = $3, active = $4, version = version + 1, project_version = $5, updated_at = $6
  where project_id = 1 and id = $1`

const TELL = `
  insert into activity (id, project_id, user_id, verb, scope, item_id, detail, version, undo, walk, created_at)
  values ($1, 1, 1, 'updated', 'FeatureFlag', $2, $3, $4, $5, $6, $7)`

interface StepRow {
  readonly undo: string | null
  readonly state_before: string | null
}

interface FlagRow extends Readonly<Record<string, string | number>> {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly filters: string
}

interface State {
  readonly name: string
  readonly filters: object
  readonly active: boolean
}

/** @param url in the form of `DATABASE_URL` */
export async function byHandHistory(url: string): Promise<ByHandHistory> {
  const driver = await openByHand(url)

  async function read(flagId: number, version: number): Promise<readonly [FlagRow, State]> {
    const [flag] = await driver.rows<FlagRow>(FLAG, [flagId])
    if (!flag) throw new Error('the database is not as it was seeded')
    const steps = await driver.rows<StepRow>(STEPS, [String(flagId), version])
    const { name, filters, active } = flag
    let state: unknown = { name, filters: JSON.parse(filters), active: Boolean(active) }
    for (const { undo, state_before } of steps) {
      state = state_before === null ? undone(state, JSON.parse(undo ?? 'null')) : JSON.parse(state_before)
    }
    return [flag, state as State] // the format of stored steps
  }

  async function change(flagId: number, version: number): Promise<object> {
    const [{ version: projectVersion = 0 } = {}] = await driver.rows<{ readonly version: number }>(RAISE, [])
    const [flag, { name, filters, active }] = await read(flagId, version)
    const text = JSON.stringify(filters)
    const now = new Date().toISOString().replace('Z', '000Z')
    await driver.rows(CHANGE, [flagId, name, text, driver.booleanOf(active), projectVersion, now])
    const detail = { changes: [], trigger: { job_id: String(version) }, type: null, name: flag.key, shortId: null }
    const undo = JSON.stringify({ keys: { filters: { set: JSON.parse(flag.filters) }, name: { set: flag.name } } })
    const told = [randomUUID(), String(flagId), JSON.stringify(detail), flag.version + 1, undo, 100 + undo.length, now]
    await driver.rows(TELL, told)
    return { ...flag, name, filters, active, version: flag.version + 1, updated_at: now }
  }

  return {
    async version(flagId, version) {
      const [flag, state] = await read(flagId, version)
      const [entry] = await driver.rows<object>(ENTRY, [String(flagId), version])
      return { ...flag, ...state, ...entry }
    },
    async difference(flagId, from, to) {
      const [, before] = await read(flagId, from)
      const [, after] = await read(flagId, to)
      const values = new Map(Object.entries(after))
      return Object.entries(before)
        .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(values.get(field)))
        .map(([field, value]) => ({ field, before: value, after: values.get(field) }))
    },
    restore: (flagId, version) => driver.transaction(() => change(flagId, version)),
    close: driver.close,
  }
}
