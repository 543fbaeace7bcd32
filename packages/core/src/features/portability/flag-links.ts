import type { NamedRole } from '../../data/records/role.ts'
import { type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { compareUnits } from '../../foundation/lists/compare-text.ts'
import { createFlagDashboard } from '../dashboards/flag-usage/create-flag-dashboard.ts'
import { deleteRoleAccess, insertRoleAccess } from '../flags/role-access/change-role-access.ts'
import type { FlagEntry } from './export-document.ts'
import type { ImportedRoles } from './import-roles.ts'
import type { ImportRun } from './import-run.ts'
import { type NameKey, nameKey, referenceKey, referenceOf } from './name-reference.ts'
import type { ParsedEntry } from './parse-document.ts'

const ALL = { limit: 1000, offset: 0 }

/** Returns the roles and dashboards of an entry in the form of an export. */
export function exportedLinks(
  run: ImportRun,
  entry: ParsedEntry,
  roles: ImportedRoles,
  current: FlagEntry | undefined,
): JsonObject {
  const { roles: roleNames, analytics_dashboards: dashboards, usage_dashboard: hasDashboard } = entry.fields
  return withoutUndefined({
    roles: roleNames === undefined ? undefined : exportedRoles(run, entry, roleNames, roles),
    analytics_dashboards: dashboards === undefined ? undefined : exportedDashboards(run, entry, dashboards, current),
    // An import removes neither links nor a usage dashboard.
    usage_dashboard:
      hasDashboard === undefined ? undefined : hasDashboard === true || (current?.usage_dashboard ?? false),
  }) as JsonObject // names and references
}

function exportedRoles(run: ImportRun, entry: ParsedEntry, names: JsonValue, roles: ImportedRoles): readonly string[] {
  const known = listOf(run, `${entry.path}.roles`, names, (name) => (typeof name === 'string' ? name : undefined))
  const found = known.map((name) => {
    const key = name.toLowerCase()
    return roles.byName.get(key)?.name ?? run.unknownAt(entry)({ section: 'roles', key: nameKey(key) })
  })
  return [...new Set(found)].toSorted(compareUnits)
}

function exportedDashboards(run: ImportRun, entry: ParsedEntry, references: JsonValue, current?: FlagEntry) {
  const wanted = listOf(run, `${entry.path}.analytics_dashboards`, references, referenceKey)
  const unknown = wanted.find((key) => run.names.dashboards.idOf(key) === undefined)
  if (unknown !== undefined) run.unknownAt(entry)({ section: 'dashboards', key: unknown })
  const linked = (current?.analytics_dashboards ?? []).map(keyOf)
  return [...new Set([...linked, ...wanted])].toSorted(compareUnits).map(referenceOf)
}

/** Returns the key of a valid reference. */
function keyOf(reference: JsonValue): NameKey {
  return referenceKey(reference) ?? nameKey(null)
}

function listOf<T>(run: ImportRun, path: string, list: JsonValue, read: (item: JsonValue) => T | undefined): T[] {
  if (!Array.isArray(list)) {
    run.problem(path, 'must be a list')
    return []
  }
  return list.flatMap((item: JsonValue, index) => {
    const value = read(item)
    if (value === undefined) run.problem(`${path}[${index}]`, 'must be a name')
    return value ?? []
  })
}

/** Returns the ids of the dashboards that are linked to a flag, for the operations that link them. */
export function linkedDashboardIds(run: ImportRun, fields: JsonObject): readonly number[] | undefined {
  const { analytics_dashboards: references } = fields
  if (!Array.isArray(references)) return undefined
  return references.flatMap((reference: JsonValue) => run.names.dashboards.idOf(keyOf(reference)) ?? [])
}

/**
 * Gives the roles of an entry access to its flag, and removes the access of all other roles. It reads roles without
 * their flags: reading those for each flag would make the import quadratic (PORT-25).
 */
export async function giveToRoles(run: ImportRun, flagId: number, fields: JsonObject, { byName, byId }: ImportedRoles) {
  const { ctx, tx } = run
  if (!Array.isArray(fields.roles)) return
  const wanted = new Map(
    fields.roles.flatMap((name) => {
      const role = byName.get(String(name).toLowerCase())
      return role ? [[role.id, role] as const] : []
    }),
  )
  const { items } = await tx.flagRoleAccess.list(ctx.project.id, flagId, ALL)
  for (const { id, roleId } of items) {
    if (!wanted.has(roleId)) await deleteRoleAccess(tx, ctx, flagId, id, async () => byId.get(roleId))
  }
  const given = new Set(items.map(({ roleId }) => roleId))
  for (const role of wanted.values()) {
    if (!given.has(role.id)) await insertRoleAccess(tx, ctx, flagId, role.id, () => roleAsStored(run, role))
  }
}

/** Returns the role, unless it was deleted or renamed since the import read it. */
async function roleAsStored({ ctx, tx }: ImportRun, { id, name }: NamedRole) {
  const role = await tx.roles.findByName(ctx.project.organizationId, name)
  return role?.id === id ? role : undefined
}

/** Creates the usage dashboard of a flag in the same way as for other flags. */
export async function createUsageDashboard({ ctx }: ImportRun, flagId: number, fields: JsonObject): Promise<void> {
  if (fields.usage_dashboard === true) await createFlagDashboard(ctx, flagId)
}
