import type { FieldChange } from '../data/records/activity.ts'
import type { Cohort } from '../data/records/cohort.ts'
import type { CohortFilterInput } from '../evaluation/definition/cohort-criteria.ts'
import {
  addCohortMembers,
  addCohortMembersFromCsv,
  addCohortPersons,
  removeCohortMember,
  removeCohortPerson,
} from '../features/cohorts/change-cohort-members.ts'
import type { CohortDependents } from '../features/cohorts/cohort-dependents.ts'
import type { CohortDetails } from '../features/cohorts/cohort-details.ts'
import type { CreateCohortInput, UpdateCohortInput } from '../features/cohorts/cohort-input.ts'
import { createCohort } from '../features/cohorts/create-cohort.ts'
import type { CsvColumn } from '../features/cohorts/csv-column.ts'
import { listCohortDependents } from '../features/cohorts/list-cohort-dependents.ts'
import { listCohortMembers } from '../features/cohorts/list-cohort-members.ts'
import { type CohortListFilters, listCohorts } from '../features/cohorts/list-cohorts.ts'
import { retrieveCohort } from '../features/cohorts/retrieve-cohort.ts'
import { updateCohort } from '../features/cohorts/update-cohort.ts'
import {
  type CohortVersion,
  compareCohortVersions,
  listCohortVersions,
  retrieveCohortVersion,
} from '../features/cohorts/versions/read-cohort-versions.ts'
import { restoreCohortVersion } from '../features/cohorts/versions/restore-cohort-version.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import type { VersionSummary } from '../runtime/history/list-versions.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** A cohort whose rule has the name that inputs use, so that it can be passed back (EMBED-42). */
export interface EmbeddedCohort extends Omit<Cohort, 'properties'> {
  readonly filters: CohortFilterInput
}

/** A cohort as it is read, with the caller's permission to edit it. */
export interface EmbeddedCohortDetails extends EmbeddedCohort, Pick<CohortDetails, 'canEdit'> {}

/** The cohorts of one project: sets of users that flags can target. */
export interface EmbeddedCohorts {
  /** Creates a cohort. The default is a dynamic one; a static one has `isStatic: true`. */
  create(input: CreateCohortInput): Promise<EmbeddedCohort>
  /** Returns a cohort, also a deleted one. */
  get(cohortId: number): Promise<EmbeddedCohortDetails>
  /** Lists live cohorts, or deleted ones if the filters request them; newest first. */
  list(filters?: CohortListFilters, page?: Partial<PageRequest>): Promise<Page<EmbeddedCohortDetails>>
  /** Updates the given fields of a cohort. */
  update(cohortId: number, input: UpdateCohortInput): Promise<EmbeddedCohort>
  /** Soft-deletes a cohort; `restore` reverts this. */
  delete(cohortId: number): Promise<EmbeddedCohort>
  /** Restores a deleted cohort. With a version, creates a new version that equals that one. */
  restore(cohortId: number, version?: number): Promise<EmbeddedCohort>
  /** Lists the versions of a cohort with their authors and changes, newest first. */
  versions(cohortId: number, page?: Partial<PageRequest>): Promise<Page<VersionSummary>>
  /** Returns an earlier version of a cohort. */
  version(cohortId: number, version: number): Promise<CohortVersion>
  /** Compares a version with another, or with the newest, field by field; empty if they are equal. */
  difference(cohortId: number, from: number, to?: number): Promise<readonly FieldChange[]>
  /** Returns the live flags and cohorts that directly reference a cohort and prevent its deletion. */
  dependents(cohortId: number): Promise<CohortDependents>
  /** Lists the distinct ids in a static cohort, in byte order. */
  members(cohortId: number, page?: Partial<PageRequest>): Promise<Page<string>>
  /** Adds all members or none. Existing members are skipped; `addedCount` is the number of new ones. */
  addMembers(
    cohortId: number,
    distinctIds: readonly string[],
  ): Promise<EmbeddedCohort & { readonly addedCount: number }>
  /** Adds members by the UUIDs of users, or by their distinct ids, like {@link EmbeddedCohorts.addMembers}. */
  addPersons(cohortId: number, personIds: readonly string[]): Promise<EmbeddedCohort & { readonly addedCount: number }>
  /**
   * Adds members from a column of CSV text, like {@link EmbeddedCohorts.addMembers}. `csvColumn` of the result names
   * the column: distinct_id, person_id, id or email, or the only column.
   */
  addMembersFromCsv(
    cohortId: number,
    csv: string,
  ): Promise<EmbeddedCohort & { readonly addedCount: number; readonly csvColumn: CsvColumn | null }>
  /** Removes a member by the distinct id. */
  removeMember(cohortId: number, distinctId: string): Promise<EmbeddedCohort>
  /** Removes a member by the UUID of the user, or by a distinct id. */
  removePerson(cohortId: number, personId: string): Promise<EmbeddedCohort>
}

const OPTIONS = {
  create: [null],
  update: [null, null],
  addMembers: [null, null],
  list: [fieldNames<CohortListFilters>({ search: true, deleted: true, isStatic: true, ids: true }), PAGE_OPTIONS],
  versions: [null, PAGE_OPTIONS],
  members: [null, PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedCohorts>>[2]

/** Binds the cohort operations to a project. */
export function embeddedCohorts(ctx: ProjectContext): EmbeddedCohorts {
  const methods: EmbeddedCohorts = {
    create: async (input) => withFilters(await createCohort(ctx, input)),
    get: async (cohortId) => withFilters(await retrieveCohort(ctx, cohortId)),
    async list(filters = {}, page) {
      const { count, items } = await listCohorts(ctx, filters, pageRequest(page))
      return { count, items: items.map(withFilters) }
    },
    update: async (cohortId, input) => withFilters(await updateCohort(ctx, cohortId, input)),
    delete: async (cohortId) => withFilters(await updateCohort(ctx, cohortId, { deleted: true })),
    async restore(cohortId, version) {
      const restored =
        version === undefined
          ? updateCohort(ctx, cohortId, { deleted: false })
          : restoreCohortVersion(ctx, cohortId, version)
      return withFilters(await restored)
    },
    versions: (cohortId, page) => listCohortVersions(ctx, cohortId, pageRequest(page)),
    version: (cohortId, version) => retrieveCohortVersion(ctx, cohortId, version),
    difference: (cohortId, from, to) => compareCohortVersions(ctx, cohortId, from, to),
    dependents: (cohortId) => listCohortDependents(ctx, cohortId),
    members: (cohortId, page) => listCohortMembers(ctx, cohortId, pageRequest(page)),
    addMembers: async (cohortId, distinctIds) => withFilters(await addCohortMembers(ctx, cohortId, distinctIds)),
    addPersons: async (cohortId, personIds) => withFilters(await addCohortPersons(ctx, cohortId, personIds)),
    async addMembersFromCsv(cohortId, csv) {
      const { cohort, column } = await addCohortMembersFromCsv(ctx, cohortId, csv)
      return { ...withFilters(cohort), csvColumn: column }
    },
    removeMember: async (cohortId, distinctId) => withFilters(await removeCohortMember(ctx, cohortId, distinctId)),
    removePerson: async (cohortId, personId) => withFilters(await removeCohortPerson(ctx, cohortId, personId)),
  }
  return withKnownOptions('cohorts', methods, OPTIONS)
}

function withFilters<Read extends Cohort>({ properties, ...cohort }: Read) {
  return { ...cohort, filters: { properties } as CohortFilterInput } // validated before it was stored
}
