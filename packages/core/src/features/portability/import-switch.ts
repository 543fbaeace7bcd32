import type { Flag } from '../../data/records/flag.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'

interface SwitchFields {
  readonly active?: boolean
  readonly archived?: boolean
}

/** When a flag is turned on and off in the course of an import. */
export interface ImportSwitch {
  /** What to send with the rest of the flag. */
  readonly atStart: SwitchFields
  /** What to send when all flags look at what they shall look at. */
  readonly atEnd?: SwitchFields
}

/**
 * @param fields what the document says
 * @param isNeeded whether a flag that is about to be written looks at this one
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
    // What is on and archived is refused: then it is sent as it is, to hear why.
    ...(activeFirst === active && archivedFirst === archived ? {} : { atEnd: { active, archived } }),
  }
}

function booleanOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise
}
