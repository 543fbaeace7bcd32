import { groupTypesIn } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { NameKey } from './name-reference.ts'

/** The names in a document for the ids of this database. */
export interface Names {
  readonly flags: NamePairs<string>
  readonly cohorts: NamePairs<NameKey>
  readonly dashboards: NamePairs<NameKey>
  /** By index. */
  readonly groupTypes: NamePairs<string>
}

export interface NamePairs<Name> {
  nameOf(id: number): Name | undefined
  idOf(name: Name): number | undefined
}

/** Pairs of ids and names, including those that are added when records are created. */
export class KnownNames<Name> implements NamePairs<Name> {
  // Bound: dies with the import
  readonly #names = new Map<number, Name>()
  // Bound: dies with the import
  readonly #ids = new Map<Name, number>()

  constructor(pairs: Iterable<readonly [id: number, name: Name]> = []) {
    for (const [id, name] of pairs) this.add(id, name)
  }

  add(id: number, name: Name): void {
    this.#names.set(id, name)
    this.#ids.set(name, id)
  }

  nameOf(id: number): Name | undefined {
    return this.#names.get(id)
  }

  idOf(name: Name): number | undefined {
    return this.#ids.get(name)
  }
}

/** Returns the group types of a project by their index. */
export function groupTypeNames(groupTypes: Project['groupTypes']): KnownNames<string> {
  return new KnownNames(groupTypesIn(groupTypes).map(({ name, index }) => [index, name]))
}

/** Larger than all ids in a database. */
const FIRST_STAND_IN = 2 ** 50

/**
 * Has an id for every name, even if no record exists yet. With it, a document can be converted to the form of an export
 * before any record is written.
 */
export class StandInNames<Name> implements NamePairs<Name> {
  readonly #known = new KnownNames<Name>()
  #next = FIRST_STAND_IN

  nameOf(id: number): Name | undefined {
    return this.#known.nameOf(id)
  }

  idOf(name: Name): number {
    const known = this.#known.idOf(name)
    if (known !== undefined) return known
    this.#known.add(this.#next, name)
    return this.#next++
  }
}
