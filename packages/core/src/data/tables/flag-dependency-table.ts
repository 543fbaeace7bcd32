/** That one live flag is evaluated with the outcome of another. */
export interface FlagDependency {
  readonly flagId: number
  readonly dependsOnFlagId: number
}

/** What is asked about which flags look at which. */
export interface FlagDependencyReader {
  /** Every dependency between flags of the project, ordered by both ids; those of deleted flags are left out. */
  list(projectId: number): Promise<readonly FlagDependency[]>
}

/** What is asked about which flags look at which, and how it is changed. */
export interface FlagDependencyTable extends FlagDependencyReader {
  /** Makes these, in place of all there were, the dependencies of one flag. */
  replace(projectId: number, flagId: number, dependsOnFlagIds: readonly number[]): Promise<void>
}
