/**
 * Returns the value of a record's own property, for keys that users or SDKs choose. For `constructor` or `toString`, an
 * index access would return an inherited value.
 */
export function ownValue<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
