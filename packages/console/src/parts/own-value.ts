/**
 * Returns the value of a record's own field, for keys that users or SDKs choose: an index access would return what
 * every object inherits for `constructor` or `toString`.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
