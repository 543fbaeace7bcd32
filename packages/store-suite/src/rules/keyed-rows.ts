import type { Group, Page, PageRequest, Person, Store } from '@flagdeck/core'
import { newGroupRow, newPersonRow, seedTenant } from '@flagdeck/core/fixtures'
import type { ReadTransaction, Transaction } from '@flagdeck/core/store'

/** The common properties of persons and groups. */
export interface Keyed extends Omit<Person, 'distinctId'> {
  readonly key: string
}

/** One of the two tables, with common names for the methods of both. */
export interface KeyedRows {
  readonly name: string
  /** The property by which a row is found, in addition to its key. */
  readonly foundBy: string
  build(projectId: number, key: string, special: Partial<Keyed>): Keyed
  find(tx: ReadTransaction, projectId: number, key: string): Promise<Keyed | undefined>
  list(tx: ReadTransaction, projectId: number, prefix: string, page: PageRequest): Promise<Page<Keyed>>
  after(tx: ReadTransaction, projectId: number, key: string, limit: number): Promise<readonly Keyed[]>
  measureAfter(
    tx: ReadTransaction,
    projectId: number,
    key: string,
    limit: number,
  ): ReturnType<ReadTransaction['persons']['measureAfter']>
  lock(tx: Transaction, projectId: number, key: string): Promise<Keyed | undefined>
  save(tx: Transaction, row: Keyed): Promise<void>
  delete(tx: Transaction, projectId: number, key: string): Promise<boolean>
}

/** The type of every group in these rules. */
const TYPE = 2

export const KEYED_ROWS: { readonly persons: KeyedRows; readonly groups: KeyedRows } = {
  persons: {
    name: 'person',
    foundBy: 'email',
    build: (projectId, key, special) => keyed(newPersonRow({ projectId, distinctId: key, ...special })),
    find: async (tx, projectId, key) => perhapsKeyed(await tx.persons.find(projectId, key)),
    async list(tx, projectId, prefix, page) {
      const { count, items } = await tx.persons.list(projectId, prefix, page)
      return { count, items: items.map(keyed) }
    },
    after: async (tx, projectId, key, limit) => (await tx.persons.after(projectId, key, limit)).map(keyed),
    measureAfter: (tx, projectId, key, limit) => tx.persons.measureAfter(projectId, key, limit),
    lock: async (tx, projectId, key) => perhapsKeyed(await tx.persons.lock(projectId, key)),
    save: (tx, { key, ...row }) => tx.persons.save({ ...row, distinctId: key }),
    delete: (tx, projectId, key) => tx.persons.delete(projectId, key),
  },
  groups: {
    name: 'group',
    foundBy: 'name',
    build: (projectId, key, special) => ofType(newGroupRow({ projectId, key, ...special })),
    find: async (tx, projectId, key) => perhapsOfType(await tx.groups.find(projectId, TYPE, key)),
    async list(tx, projectId, prefix, page) {
      const { count, items } = await tx.groups.list(projectId, TYPE, prefix, page)
      return { count, items: items.map(ofType) }
    },
    after: async (tx, projectId, key, limit) => (await tx.groups.after(projectId, TYPE, key, limit)).map(ofType),
    measureAfter: (tx, projectId, key, limit) => tx.groups.measureAfter(projectId, TYPE, key, limit),
    lock: async (tx, projectId, key) => perhapsOfType(await tx.groups.lock(projectId, TYPE, key)),
    save: (tx, row) => tx.groups.save({ ...row, groupTypeIndex: TYPE }),
    delete: (tx, projectId, key) => tx.groups.delete(projectId, TYPE, key),
  },
}

/** Creates a project with a row for each of these keys, and returns its id. */
export async function seedKeys(store: Store, rows: KeyedRows, keys: readonly string[]): Promise<number> {
  const { project } = await seedTenant(store)
  await store.write(async (tx) => {
    for (const key of keys) await rows.save(tx, rowWith(rows, project.id, key))
  })
  return project.id
}

/** Returns the row of a key as {@link seedKeys} creates it. */
export function rowWith(rows: KeyedRows, projectId: number, key: string, special: Partial<Keyed> = {}): Keyed {
  return rows.build(projectId, key, { properties: { of: key }, ...special })
}

export function keysOf(rows: readonly Keyed[]): string[] {
  return rows.map(({ key }) => key)
}

function keyed({ distinctId, ...row }: Person): Keyed {
  return { ...row, key: distinctId }
}

function perhapsKeyed(person: Person | undefined): Keyed | undefined {
  return person && keyed(person)
}

function ofType({ groupTypeIndex: _, ...row }: Group): Keyed {
  return row
}

function perhapsOfType(group: Group | undefined): Keyed | undefined {
  return group && ofType(group)
}
