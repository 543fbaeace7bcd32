import type { Cohort } from '../../data/records/cohort.ts'
import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { Flag } from '../../data/records/flag.ts'
import { groupTypesIn } from '../../data/records/group-type-places.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
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
import type { FilledDashboard, ProjectContents } from './project-contents.ts'

/** What there is, as a document. Payloads stand in it as they stand in the flags. */
export function documentOf(contents: ProjectContents): ExportDocument {
  const { project, cohorts, dashboards, names } = contents
  const flags = contents.flags.map((flag) => flagEntry(flag, contents)).toSorted((a, b) => compareUnits(a.key, b.key))
  const given = new Set(flags.flatMap(({ roles }) => roles))
  return {
    flagdeck_export: EXPORT_VERSION,
    project: {
      group_types: groupTypesIn(project.groupTypes).map(({ name }) => name),
      property_matching_version: project.propertyMatchingVersion,
      timezone: project.timezone,
    },
    // The others are the organization's business.
    roles: contents.roles.filter(({ name }) => given.has(name)).map(roleEntry),
    cohorts: cohorts.map((cohort) => cohortEntry(cohort, names)),
    flags,
    dashboards: dashboards.map(dashboardEntry),
    dashboard_templates: contents.templates.map(templateEntry).toSorted(byTemplateName),
  }
}

function roleEntry({ name, flagAccessLevel }: RoleDetails): RoleEntry {
  return { name, feature_flags_access_level: flagAccessLevel }
}

function cohortEntry({ item, number }: Numbered<Cohort>, names: Names): CohortEntry {
  const { name, description, isStatic, properties } = item
  return {
    name,
    ...numberOf(number),
    description,
    is_static: isStatic,
    ...(isStatic ? {} : { filters: { properties: namedCriteria(properties, names) } }),
  }
}

function numberOf(number: number): { readonly number?: number } {
  return number === 1 ? {} : { number }
}

function flagEntry(flag: Flag, contents: ProjectContents): FlagEntry {
  const { names, roles, usageDashboardIds } = contents
  const links = flag.analyticsDashboardIds.flatMap((id) => names.dashboards.nameOf(id) ?? [])
  return {
    ...plainFlagFields(flag),
    filters: namedFilters(flag.filters, names),
    roles: roles
      .filter(({ associatedFlags }) => associatedFlags.some(({ id }) => id === flag.id))
      .map(({ name }) => name)
      .toSorted(compareUnits),
    analytics_dashboards: links.toSorted(compareUnits).map(referenceOf),
    usage_dashboard: flag.usageDashboardId !== null && usageDashboardIds.has(flag.usageDashboardId),
  }
}

function plainFlagFields(flag: Flag) {
  return {
    key: flag.key,
    name: flag.name,
    active: flag.active,
    archived: flag.archived,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    rollback_conditions: flag.rollbackConditions,
    tags: flag.tags,
    evaluation_contexts: flag.evaluationContexts,
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    has_enriched_analytics: flag.hasEnrichedAnalytics,
  }
}

function dashboardEntry({ item, number, contents }: FilledDashboard): DashboardEntry {
  return {
    name: item.name,
    ...numberOf(number),
    description: item.description,
    pinned: item.pinned,
    filters: item.filters,
    variables: item.variables,
    breakdown_colors: item.breakdownColors,
    data_color_theme_id: item.dataColorThemeId,
    quick_filter_ids: item.quickFilterIds,
    tags: item.tags,
    restriction_level: item.restrictionLevel,
    tiles: contents.live.map((tile) => exportedTile(tile, contents)),
  }
}

function templateEntry(template: DashboardTemplate): TemplateEntry {
  const { imageUrl: image_url, scope, isFeatured: is_featured, variables } = template
  return { ...templateDocument(template), variables, image_url, scope, is_featured }
}

function byTemplateName(a: TemplateEntry, b: TemplateEntry): number {
  return compareUnits(a.template_name, b.template_name)
}
