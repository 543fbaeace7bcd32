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

/** A cohort with its rule under the name that inputs have for it, so that it can be passed back (EMBED-42). */
export interface EmbeddedCohort extends Omit<Cohort, 'properties'> {
  readonly filters: CohortFilterInput
}

/** A cohort as it is read. */
export interface EmbeddedCohortDetails extends EmbeddedCohort, Pick<CohortDetails, 'canEdit'> {}

/** The cohorts of one project: sets of persons that flags may be for. */
export interface EmbeddedCohorts {
  create(input: CreateCohortInput): Promise<EmbeddedCohort>
  /** Deleted ones too. */
  get(cohortId: number): Promise<EmbeddedCohortDetails>
  /** The newest first: live ones, unless deleted ones are asked for. */
  list(filters?: CohortListFilters, page?: Partial<PageRequest>): Promise<Page<EmbeddedCohortDetails>>
  update(cohortId: number, input: UpdateCohortInput): Promise<EmbeddedCohort>
  /** Soft: `restore` brings the cohort back. */
  delete(cohortId: number): Promise<EmbeddedCohort>
  /** Brings a deleted cohort back; with a version, makes the cohort what it was then, as its next one. */
  restore(cohortId: number, version?: number): Promise<EmbeddedCohort>
  /** Who made which version of a cohort, and what it changed; the newest first. */
  versions(cohortId: number, page?: Partial<PageRequest>): Promise<Page<VersionSummary>>
  /** A cohort as it was at a version. */
  version(cohortId: number, version: number): Promise<CohortVersion>
  /** What differs between a version and another, or the newest, field by field; nothing where they are alike. */
  difference(cohortId: number, from: number, to?: number): Promise<readonly FieldChange[]>
  /** The live flags and cohorts that look at a cohort directly: what keeps it from being deleted. */
  dependents(cohortId: number): Promise<CohortDependents>
  /** Distinct ids in a static cohort, in order of their bytes. */
  members(cohortId: number, page?: Partial<PageRequest>): Promise<Page<string>>
  /** All or none; those who are members already are passed over. `addedCount` is the number of the others. */
  addMembers(
    cohortId: number,
    distinctIds: readonly string[],
  ): Promise<EmbeddedCohort & { readonly addedCount: number }>
  /** The same by the UUIDs of persons, or by their distinct ids. */
  addPersons(cohortId: number, personIds: readonly string[]): Promise<EmbeddedCohort & { readonly addedCount: number }>
  /**
   * The same with the persons in a column of CSV text, and which column that was: distinct_id, person_id, id or email, or
   * the only one.
   */
  addMembersFromCsv(
    cohortId: number,
    csv: string,
  ): Promise<EmbeddedCohort & { readonly addedCount: number; readonly csvColumn: CsvColumn | null }>
  removeMember(cohortId: number, distinctId: string): Promise<EmbeddedCohort>
  /** The same by the UUID of the person, or by the distinct id. */
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

/** Binds the operations on cohorts to a project. */
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
  return { ...cohort, filters: { properties } as CohortFilterInput } // checked before it was stored
}
