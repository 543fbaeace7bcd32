/** What can become of one flag, with how commands tell it. */
export const FLAG_CHANGES = {
  enable: { help: 'turn a flag on', done: 'enabled', already: 'enabled already' },
  disable: { help: 'turn a flag off', done: 'disabled', already: 'disabled already' },
  archive: { help: 'put a flag away, and turn it off', done: 'archived', already: 'archived already' },
  unarchive: { help: 'take an archived flag out again', done: 'no longer archived', already: 'not archived' },
  restore: { help: 'bring a deleted flag back', done: 'back', already: 'not deleted' },
} as const satisfies Record<string, { readonly [part in 'help' | 'done' | 'already']: string }>

export type FlagChange = keyof typeof FLAG_CHANGES

/** In the order in which help lists them. */
export const FLAG_CHANGE_NAMES = Object.keys(FLAG_CHANGES) as readonly FlagChange[] // its keys are what it is made of
