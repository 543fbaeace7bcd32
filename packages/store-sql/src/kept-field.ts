import type { Timestamp } from '@flagdeck/core'
import type { InsertType, SelectType } from 'kysely'
import { booleanFrom, documentFrom, idsFrom, timestampFrom } from './column-values.ts'
import type { BooleanColumn, JsonColumn, NullableBooleanColumn, TimestampColumn } from './schema.ts'
import { decodeText } from './sql-value.ts'
import { labelsFrom, labelsOf } from './tables/labels.ts'
import { perhapsText } from './tables/perhaps-text.ts'

/** The column of a field: its name, and the conversion of values when they are written and read. */
export interface KeptField<Value, Column extends string = string, Type = unknown> {
  readonly column: Column
  write(value: Value): InsertType<Type>
  read(stored: SelectType<Type>): Value
}

/** The columns of a table of such fields, as Kysely declares them. */
export type ColumnsOf<Fields extends Readonly<Record<string, KeptField<unknown>>>> = {
  [Field in keyof Fields as Fields[Field]['column']]: Fields[Field] extends KeptField<infer _Value, string, infer Type>
    ? Type
    : never
}

/** Returns a function that declares fields of one type by the name of their column. */
function keptAs<Value, Type>(
  write: (value: Value) => InsertType<Type>,
  read: (stored: SelectType<Type>) => Value,
): <Column extends string>(column: Column) => KeptField<Value, Column, Type> {
  return (column) => ({ column, write, read })
}

export const text = keptAs<string, string>(asItIs, decodeText)
export const textOrNull = keptAs<string | null, string | null>(asItIs, perhapsText)
export const number = keptAs<number, number>(asItIs, asItIs)
export const numberOrNull = keptAs<number | null, number | null>(asItIs, asItIs)
export const boolean = keptAs<boolean, BooleanColumn>(asItIs, booleanFrom)
export const booleanOrNull = keptAs<boolean | null, NullableBooleanColumn>(asItIs, booleanFrom)
export const time = keptAs<Timestamp, TimestampColumn>(asItIs, timestampFrom)
export const timeOrNull = keptAs<Timestamp | null, TimestampColumn | null>(asItIs, timestampFrom)
export const labels = keptAs<readonly string[], JsonColumn>(labelsOf, labelsFrom)
export const ids = keptAs<readonly number[], JsonColumn>(JSON.stringify, idsFrom)

/** One of several words; no other text is written to such a column. */
export function wordOrNull<Word extends string>() {
  return keptAs<Word | null, string | null>(asItIs, (stored) => stored as Word | null)
}

/** A JSON document, stored as text. */
export function json<Value>() {
  return keptAs<Value, JsonColumn>(JSON.stringify, documentFrom<Value>)
}

function asItIs<Value>(value: Value): Value {
  return value
}
