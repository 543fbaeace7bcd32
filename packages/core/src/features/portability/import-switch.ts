import type { Flag } from '../../data/records/flag.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'

interface SwitchFields {
  readonly active?: boolean
  readonly archived?: boolean
}

/** When an import turns a flag on and off. */
export interface ImportSwitch {
  /** The fields to send with the rest of the flag. */
  readonly atStart: SwitchFields
  /** The fields to send when the dependencies of all flags are up to date. */
  readonly atEnd?: SwitchFields
}

/**
 * @param fields the fields of the document
 * @param isNeeded whether a flag that is about to be written depends on this one
 */
export function importSwitch(fields: JsonObject, found: Flag | undefined, isNeeded: boolean): ImportSwitch {
  const active = booleanOr(fields.active, found?.active ?? true)
  const archived = booleanOr(fields.archived, found?.archived ?? false)
  const activeFirst = active || isNeeded || found?.active === true
  const archivedFirst = activeFirst ? false : archived
  return {
    atStart: {
      ...(activeFirst === found?.active ? {} : { active: activeFirst }),
      ...(archivedFirst === found?.archived ? {} : { archived: archivedFirst }),
    },
    // Active archived flags are refused: such values are sent unchanged to get the error.
    ...(activeFirst === active && archivedFirst === archived ? {} : { atEnd: { active, archived } }),
  }
}

function booleanOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise
}
