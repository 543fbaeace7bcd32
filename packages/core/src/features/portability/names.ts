import { groupTypesIn } from '../../data/records/group-type-places.ts'
import type { Project } from '../../data/records/project.ts'
import type { NameKey } from './name-reference.ts'

/** Ids of this database, and what a document has instead of them. */
export interface Names {
  readonly flags: NamePairs<string>
  readonly cohorts: NamePairs<NameKey>
  readonly dashboards: NamePairs<NameKey>
  /** By their index. */
  readonly groupTypes: NamePairs<string>
}

export interface NamePairs<Name> {
  nameOf(id: number): Name | undefined
  idOf(name: Name): number | undefined
}

/** Names and ids that are known, and those that come while things are made. */
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

/** The group types of a project by their index. */
export function groupTypeNames(groupTypes: Project['groupTypes']): KnownNames<string> {
  return new KnownNames(groupTypesIn(groupTypes).map(({ name, index }) => [index, name]))
}

/** Far beyond every id that a database gives. */
const FIRST_STAND_IN = 2 ** 50

/**
 * Has an id for every name, also for what does not exist yet: so that a document can be brought into the form of one
 * that was exported, before anything of it is written.
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
