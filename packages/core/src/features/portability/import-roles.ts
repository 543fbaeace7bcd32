import type { NamedRole, Role } from '../../data/records/role.ts'
import { type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { createRole } from '../identity/change-role.ts'
import type { ImportRun } from './import-run.ts'
import type { ParsedEntry } from './parse-document.ts'

/** The roles of the organization, including those that the import has created. */
export interface ImportedRoles {
  /** By name in lower case. */
  readonly byName: ReadonlyMap<string, NamedRole>
  readonly byId: ReadonlyMap<string, NamedRole>
}

/** Creates missing roles. Existing roles stay unchanged, because they belong to the organization. */
export async function importRoles(run: ImportRun): Promise<ImportedRoles> {
  const byName = new Map<string, NamedRole & Pick<Role, 'flagAccessLevel'>>(
    run.contents.roles.map((role) => [role.name.toLowerCase(), role]),
  )
  for (const entry of run.wanted.sections.roles ?? []) {
    const { name, feature_flags_access_level: level } = entry.fields
    const found = byName.get(String(name).toLowerCase())
    if (found) {
      run.keep()
      if (level !== undefined && level !== found.flagAccessLevel) {
        run.note(`The role ${found.name} has level ${found.flagAccessLevel}, not ${level}; it was left unchanged.`)
      }
    } else {
      run.change('create', 'role', String(name))
      const made = await run.attempt(entry, () => create(run, entry, level))
      if (made) byName.set(made.name.toLowerCase(), made)
    }
  }
  return { byName, byId: new Map([...byName.values()].map((role) => [role.id, role])) }
}

function create({ ctx }: ImportRun, { fields }: ParsedEntry, flagAccessLevel: JsonValue | undefined) {
  const input = withoutUndefined({ name: fields.name, flagAccessLevel })
  // Other types are refused.
  return createRole({ ...ctx, organization: ctx.access.organization }, input as Parameters<typeof createRole>[1])
}
