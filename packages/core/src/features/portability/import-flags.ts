import type { Flag } from '../../data/records/flag.ts'
import { isJsonObject, type JsonObject, jsonEquals, withoutUndefined } from '../../foundation/json/json-value.ts'
import { filterWarnings } from '../filters/filter-warnings.ts'
import { createFlag } from '../flags/create-flag.ts'
import type { CreateFlagInput, UpdateFlagInput } from '../flags/flag-input.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { inDependencyOrder } from './dependency-order.ts'
import type { FlagEntry } from './export-document.ts'
import { changedFields, fieldDifferences } from './field-differences.ts'
import { exportedFlagFields, flagInput, hidesPayloads, shownDifferences, withStoredPayloads } from './flag-entry.ts'
import { createUsageDashboard, exportedLinks, giveToRoles, linkedDashboardIds } from './flag-links.ts'
import type { FlagOrder, WantedFlag } from './flag-order.ts'
import type { ImportedRoles } from './import-roles.ts'
import type { ImportRun } from './import-run.ts'
import { type ImportSwitch, importSwitch } from './import-switch.ts'
import { nameKey } from './name-reference.ts'
import { flagsNamedIn, namedFilters } from './named-filters.ts'
import { type Names, StandInNames } from './names.ts'
import type { ParsedEntry } from './parse-document.ts'

/**
 * Imports flags after the flags that they depend on. A flag can only depend on an active flag, and only a flag without
 * dependents can be turned off. So flags with dependents are active at first, and are turned off at the end, after the
 * flags that are missing from the document are deleted.
 */
export async function importFlags(run: ImportRun, roles: ImportedRoles): Promise<void> {
  // The write uses the result of the check, instead of comparing everything again while other requests wait.
  run.source.flagOrder ??= await orderOfFlags(run, roles)
  const { ordered, needed } = run.source.flagOrder
  const turnOff: (() => Promise<unknown>)[] = []
  for (const flag of ordered) {
    const way = importSwitch(flag.fields, flag.found, needed.has(flag.flagKey))
    const flagId = await importFlag(run, flag, way, roles)
    const { atEnd } = way
    if (flagId !== undefined && atEnd) {
      turnOff.push(() => run.attempt(flag.entry, () => updateFlag(run.ctx, flagId, atEnd)))
    }
  }
  await deleteSurplusFlags(run)
  for (const off of turnOff.toReversed()) await off()
}

async function orderOfFlags(run: ImportRun, roles: ImportedRoles): Promise<FlagOrder> {
  const wanted = await wantedFlags(run, roles)
  const { ordered, circular } = inDependencyOrder(wanted, keyOf, needsOf)
  for (const { entry } of circular)
    run.problem(entry.path, 'a flag cannot depend on itself, directly or through other flags')
  return { ordered, needed: neededBy(ordered) }
}

async function wantedFlags(run: ImportRun, roles: ImportedRoles): Promise<readonly WantedFlag[]> {
  const flags = new Map(run.contents.flags.map((flag) => [flag.key, flag]))
  const entries = new Map(run.current.flags.map((entry) => [entry.key, entry]))
  const wanted: WantedFlag[] = []
  for (const entry of run.wanted.sections.flags ?? []) {
    const flagKey = String(entry.fields.key)
    const current = entries.get(flagKey)
    const fields = await run.attempt(entry, () => exportedFields(run, entry, roles, current))
    if (!fields) continue
    const differences = fieldDifferences({ ...current }, fields)
    wanted.push({ entry, flagKey, fields, found: flags.get(flagKey), current, differences })
  }
  return wanted
}

function exportedFields(
  run: ImportRun,
  entry: ParsedEntry,
  roles: ImportedRoles,
  current: FlagEntry | undefined,
): JsonObject {
  const standIns: Names = { ...run.names, flags: new StandInNames(), cohorts: new StandInNames() }
  const plain = exportedFlagFields(entry.fields, standIns, run.ctx.limits, run.unknownAt(entry))
  const fields = withStoredPayloads(plain, current)
  if (!current && hidesPayloads(fields)) {
    run.problem(
      `${entry.path}.filters.payloads`,
      'are encrypted and not in the file: export the project with its secrets',
    )
  }
  return { ...fields, ...exportedLinks(run, entry, roles, current) }
}

function keyOf({ flagKey }: WantedFlag): string {
  return flagKey
}

function needsOf({ fields, current }: WantedFlag): readonly string[] {
  return flagsNamedIn(fields.filters ?? current?.filters ?? null)
}

/** Returns keys of the flags that written flags depend on, directly or indirectly. */
function neededBy(flags: readonly WantedFlag[]): ReadonlySet<string> {
  const needs = new Map(flags.map((flag) => [flag.flagKey, needsOf(flag)]))
  const needed = new Set<string>()
  const open = flags.filter(({ differences }) => differences.length > 0).flatMap(needsOf)
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (needed.has(key)) continue
    needed.add(key)
    open.push(...(needs.get(key) ?? []))
  }
  return needed
}

/** Returns the flag's id, or undefined if there was a problem. */
async function importFlag(
  run: ImportRun,
  flag: WantedFlag,
  { atStart }: ImportSwitch,
  roles: ImportedRoles,
): Promise<number | undefined> {
  const { entry, flagKey, fields, found, differences, current } = flag
  if (!found) {
    run.change('create', 'flag', flagKey)
    return run.attempt(entry, () => create(run, flag, atStart, roles))
  }
  const isEncrypted = Boolean(current?.has_encrypted_payloads) || fields.has_encrypted_payloads === true
  if (differences.length === 0) run.keep()
  else run.change('update', 'flag', flagKey, shownDifferences(differences, isEncrypted))
  await run.attempt(entry, async () => {
    const input = { ...changedInput(run, flag), ...atStart }
    noteWarnings(run, flag, input)
    if (Object.keys(input).length > 0) await updateFlag(run.ctx, found.id, input, { replaceFilters: true })
    const changed = changedFields(differences)
    if (changed.has('roles')) await giveToRoles(run, found.id, fields, roles)
    if (changed.has('usage_dashboard')) await createUsageDashboard(run, found.id, fields)
  })
  return found.id
}

/** Returns the input of an update for the fields that differ, except for when the flag is on. */
function changedInput(run: ImportRun, { entry, fields, differences }: WantedFlag) {
  const changed = changedFields(differences)
  const { active: _, archived: __, ...sent } = fields
  const differing = Object.fromEntries(Object.entries(sent).filter(([field]) => changed.has(field)))
  const input = flagInput(differing, run.names, run.unknownAt(entry))
  return withoutUndefined({ ...input, analyticsDashboardIds: linkedDashboardIds(run, differing) })
}

async function create(
  run: ImportRun,
  flag: WantedFlag,
  atStart: ImportSwitch['atStart'],
  roles: ImportedRoles,
): Promise<number> {
  const { entry, flagKey, fields } = flag
  const { filters = null } = fields
  const input = { ...flagInput(fields, run.names, run.unknownAt(entry)), ...atStart, key: flagKey }
  noteWarnings(run, flag, input)
  const created = await createFlag(
    run.ctx,
    withoutUndefined({ ...input, analyticsDashboardIds: linkedDashboardIds(run, fields) }) as CreateFlagInput, // as above
  )
  run.names.flags.add(created.id, flagKey)
  const made = namedFilters(created.filters, run.names)
  if (isJsonObject(filters) && !jsonEquals(made, filters)) {
    const wanted = flagInput({ filters }, run.names, run.unknownAt(entry))
    await updateFlag(run.ctx, created.id, wanted, { replaceFilters: true })
  }
  await giveToRoles(run, created.id, fields, roles)
  await createUsageDashboard(run, created.id, fields)
  return created.id
}

/** Adds the warnings of filters that are about to be written. */
function noteWarnings(run: ImportRun, { flagKey }: WantedFlag, { filters }: UpdateFlagInput): void {
  for (const { detail } of filters ? filterWarnings(filters, flagKey) : []) run.note(`The flag ${flagKey}: ${detail}`)
}

/** Deletes dependents before the flags that they depend on. */
async function deleteSurplusFlags(run: ImportRun): Promise<void> {
  const wanted = run.wanted.sections.flags
  if (!wanted) return
  const kept = new Set(wanted.map(({ key }) => key))
  const surplus = run.contents.flags.filter(({ key }) => !kept.has(nameKey(key)))
  const entries = new Map(run.current.flags.map((entry) => [entry.key, entry]))
  const needs = ({ key }: Flag) => flagsNamedIn(entries.get(key)?.filters ?? null)
  const { ordered, circular } = inDependencyOrder(surplus, ({ key }) => key, needs)
  for (const { key, id } of [...circular, ...ordered].toReversed()) {
    await run.surplus('flag', key, () => updateFlag(run.ctx, id, { deleted: true }))
  }
}
