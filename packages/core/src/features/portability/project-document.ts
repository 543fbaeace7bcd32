import type { Cohort } from '../../data/records/cohort.ts'
import { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import { DASHBOARD_FIELDS } from '../../data/records/dashboard-fields.ts'
import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { groupTypesIn } from '../../data/records/group-type-places.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { exportedTile } from '../dashboards/templates/export-template.ts'
import { templateDocument } from '../dashboards/templates/template-document.ts'
import {
  type CohortEntry,
  type DashboardEntry,
  EXPORT_VERSION,
  type ExportDocument,
  type FlagEntry,
  type RoleEntry,
  type TemplateEntry,
} from './export-document.ts'
import { type Numbered, referenceOf } from './name-reference.ts'
import { namedCriteria } from './named-criteria.ts'
import { namedFilters } from './named-filters.ts'
import type { Names } from './names.ts'
import type { AnyContents, FilledDashboard, ListedFlag, ProjectContents } from './project-contents.ts'
import { documentValues } from './record-documents.ts'
import { stalenessEntry } from './staleness-entry.ts'

/** Returns the contents as a document, with payloads as in the flags. It yields between entries. */
export async function projectDocument(contents: ProjectContents): Promise<ExportDocument> {
  const flags = await entriesOf(inKeyOrder(contents.flags), flagEntries(contents))
  const dashboards = await entriesOf(contents.dashboards, dashboardEntry)
  const templates = await entriesOf(contents.templates, templateEntry)
  return {
    ...(await documentOutline(contents)),
    flags,
    dashboards,
    dashboard_templates: templates.toSorted(byTemplateName),
  }
}

/** Returns {@link projectDocument} without the sections that may be too large for memory. */
export async function documentOutline(
  contents: AnyContents,
): Promise<Omit<ExportDocument, 'flags' | 'dashboards' | 'dashboard_templates'>> {
  const { project, names } = contents
  const roleNames = roleNamesByFlag(contents.roles)
  const cohorts = await entriesOf(contents.cohorts, (cohort) => cohortEntry(cohort, names))
  const given = new Set(contents.flags.flatMap(({ id }) => roleNames.get(id) ?? []))
  return {
    flagdeck_export: EXPORT_VERSION,
    project: {
      group_types: groupTypesIn(project.groupTypes).map(({ name }) => name),
      property_matching_version: project.propertyMatchingVersion,
      staleness: stalenessEntry(project.staleness),
      timezone: project.timezone,
    },
    // Other roles are not exported, because they belong to the organization.
    roles: contents.roles.filter(({ name }) => given.has(name)).map(roleEntry),
    cohorts,
  }
}

async function entriesOf<T, Entry>(items: readonly T[], entryOf: (item: T) => Entry): Promise<readonly Entry[]> {
  const slice = timeSlice()
  const entries: Entry[] = []
  for (const item of items) {
    entries.push(entryOf(item))
    await slice.yieldIfOver()
  }
  return entries
}

function roleEntry({ name, flagAccessLevel }: RoleDetails): RoleEntry {
  return { name, feature_flags_access_level: flagAccessLevel }
}

export function cohortEntry({ item, number }: Numbered<Cohort>, names: Names): CohortEntry {
  const { filters: properties, ...plain } = documentValues(COHORT_FIELDS, item)
  const filters = { properties: namedCriteria(properties, names) }
  return { ...plain, ...numberOf(number), ...(item.isStatic ? {} : { filters }) }
}

export function numberOf(number: number): { readonly number?: number } {
  return number === 1 ? {} : { number }
}

function roleNamesByFlag(roles: readonly RoleDetails[]): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>()
  for (const { name, associatedFlags } of roles) {
    for (const { id } of associatedFlags) {
      const list = names.get(id) ?? []
      names.set(id, list)
      list.push(name)
    }
  }
  return names
}

/** Returns flags in the order of documents. */
export function inKeyOrder<F extends ListedFlag>(flags: readonly F[]): readonly F[] {
  return flags.toSorted((a, b) => compareUnits(a.key, b.key))
}

/** Returns a function that creates the entries of a project's flags. */
export function flagEntries(contents: AnyContents): (flag: Flag) => FlagEntry {
  const roleNames = roleNamesByFlag(contents.roles)
  return (flag) => flagEntry(flag, contents, roleNames.get(flag.id) ?? [])
}

function flagEntry(flag: Flag, contents: AnyContents, roleNames: readonly string[]): FlagEntry {
  const { names, usageDashboardIds } = contents
  const links = flag.analyticsDashboardIds.flatMap((id) => names.dashboards.nameOf(id) ?? [])
  return {
    ...documentValues(FLAG_FIELDS, flag),
    filters: namedFilters(flag.filters, names),
    roles: roleNames.toSorted(compareUnits),
    analytics_dashboards: links.toSorted(compareUnits).map(referenceOf),
    usage_dashboard: flag.usageDashboardId !== null && usageDashboardIds.has(flag.usageDashboardId),
  }
}

function dashboardEntry({ item, number, contents }: FilledDashboard): DashboardEntry {
  return {
    ...emptyDashboardEntry(item, number),
    tiles: contents.live.map((tile) => exportedTile(tile, contents)),
  }
}

/** Returns the entry of a dashboard without its tiles. */
export function emptyDashboardEntry(dashboard: Dashboard, number: number): Omit<DashboardEntry, 'tiles'> {
  return { ...documentValues(DASHBOARD_FIELDS, dashboard), ...numberOf(number) }
}

export function templateEntry(template: DashboardTemplate): TemplateEntry {
  const { imageUrl: image_url, scope, isFeatured: is_featured, variables } = template
  return { ...templateDocument(template), variables, image_url, scope, is_featured }
}

/** Compares templates for the order of documents. */
export function byTemplateName(a: TemplateName, b: TemplateName): number {
  return compareUnits(a.template_name, b.template_name)
}

type TemplateName = Pick<TemplateEntry, 'template_name'>
