/** The changes of one flag, with their texts. */
export const FLAG_CHANGES = {
  enable: { help: 'Turn a flag on', done: 'enabled', already: 'already enabled' },
  disable: { help: 'Turn a flag off', done: 'disabled', already: 'already disabled' },
  archive: { help: 'Archive a flag and turn it off', done: 'archived', already: 'already archived' },
  unarchive: { help: 'Unarchive a flag', done: 'unarchived', already: 'not archived' },
  restore: { help: 'Restore a deleted flag', done: 'restored', already: 'not deleted' },
} as const satisfies Record<string, { readonly [part in 'help' | 'done' | 'already']: string }>

export type FlagChange = keyof typeof FLAG_CHANGES

/** In the order of the help text. */
export const FLAG_CHANGE_NAMES = Object.keys(FLAG_CHANGES) as readonly FlagChange[] // the type of the keys is lost
