/** A live flag whose evaluation uses the result of another. */
export interface FlagDependency {
  readonly flagId: number
  readonly dependsOnFlagId: number
}

/** Queries on dependencies between flags. */
export interface FlagDependencyReader {
  /** Returns all dependencies between flags of the project, sorted by both ids, without those of deleted flags. */
  list(projectId: number): Promise<readonly FlagDependency[]>
}

/** Queries on and changes of dependencies between flags. */
export interface FlagDependencyTable extends FlagDependencyReader {
  /** Replaces all dependencies of one flag. */
  replace(projectId: number, flagId: number, dependsOnFlagIds: readonly number[]): Promise<void>
}
