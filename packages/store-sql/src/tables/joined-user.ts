import type { User } from '@flagdeck/core'
import type { Selectable } from 'kysely'
import { booleanFrom, timestampFrom } from '../column-values.ts'
import type { UserColumns } from '../schema.ts'
import { decodeText } from '../sql-value.ts'

type UserRow = Omit<Selectable<UserColumns>, 'last_seen_at'>

/** The columns of a user as part of another row, each with the alias of the user as a prefix. */
export type JoinedUser<Alias extends string> = {
  readonly [Column in keyof UserRow as `${Alias}_${Column}`]: UserRow[Column]
}

/** The columns of a user, or nulls if it is missing. */
export type PerhapsUser<Alias extends string> = {
  readonly [Column in keyof UserRow as `${Alias}_${Column}`]: UserRow[Column] | null
}

/** Returns the columns to select of a user joined as `alias`. */
export function userColumns<Alias extends string>(alias: Alias) {
  return [
    `${alias}.id as ${alias}_id`,
    `${alias}.uuid as ${alias}_uuid`,
    `${alias}.distinct_id as ${alias}_distinct_id`,
    `${alias}.first_name as ${alias}_first_name`,
    `${alias}.last_name as ${alias}_last_name`,
    `${alias}.email as ${alias}_email`,
    `${alias}.is_email_verified as ${alias}_is_email_verified`,
    `${alias}.created_at as ${alias}_created_at`,
  ] as const
}

/** Returns a function that reads the user joined as `alias` from a row. */
export function joinedUser<Alias extends string>(alias: Alias): (row: JoinedUser<Alias>) => User {
  const id = columnOf(alias, 'id')
  const uuid = columnOf(alias, 'uuid')
  const distinctId = columnOf(alias, 'distinct_id')
  const firstName = columnOf(alias, 'first_name')
  const lastName = columnOf(alias, 'last_name')
  const email = columnOf(alias, 'email')
  const isEmailVerified = columnOf(alias, 'is_email_verified')
  const createdAt = columnOf(alias, 'created_at')
  return (row) => ({
    id: id(row),
    uuid: uuid(row),
    distinctId: decodeText(distinctId(row)),
    firstName: decodeText(firstName(row)),
    lastName: decodeText(lastName(row)),
    email: decodeText(email(row)),
    isEmailVerified: booleanFrom(isEmailVerified(row)),
    createdAt: timestampFrom(createdAt(row)),
  })
}

/** Returns a function that reads a user that may be missing. */
export function perhapsJoinedUser<Alias extends string>(alias: Alias): (row: PerhapsUser<Alias>) => User | null {
  const id: (row: PerhapsUser<Alias>) => number | null = columnOf(alias, 'id')
  const user = joinedUser(alias)
  // An outer join returns all columns of a user or none, and an existing user has an id.
  return (row) => (id(row) === null ? null : user(row as JoinedUser<Alias>))
}

function columnOf<Column extends keyof UserRow>(alias: string, column: Column): (row: object) => UserRow[Column] {
  const name = `${alias}_${column}`
  // Every row has the columns of `userColumns(alias)`, which have these names.
  return (row) => (row as Readonly<Record<string, UserRow[Column]>>)[name] as UserRow[Column]
}
