/** The names of the levels of members. */
export const levels: Readonly<Record<number, string>> = { 1: 'Member', 8: 'Admin', 15: 'Owner' }

/** The names of the access levels of members and roles to flags. */
export const accessLevels: Readonly<Record<number, string>> = { 21: 'View flags', 37: 'Edit all flags' }
