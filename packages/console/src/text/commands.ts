import { isolate } from './isolate.ts'

/** Texts of the command palette and of the keyboard shortcuts. */
export const commands = {
  title: 'Search or run a command',
  placeholder: 'Search, or type “turn off …”',
  results: 'Results',
  recent: 'Recent',
  flags: 'Flags',
  screens: 'Go to',
  actions: 'Actions',
  themes: 'Theme',
  projects: 'Projects',
  newFlag: 'New flag',
  newDashboard: 'New dashboard',
  api: 'Open the API reference',
  newCohort: 'New cohort',
  shortcuts: 'Keyboard shortcuts',
  theme: (name: string) => `Theme: ${name}`,
  nothing: (text: string) => `No results for “${isolate(text)}”.`,
  unanswered: 'Search is unavailable right now.',
  off: 'off',
  keyCopied: (key: string) => `Copied ${isolate(key)}`,
  goTo: (name: string) => `Go to ${name}`,
  search: 'Search',
  /** Shown after "Search", except in narrow windows. */
  orCommand: ' or run a command',
  help: 'Show keyboard shortcuts',
  palette: 'Search or run a command',
} as const

/** The labels of commands on a flag, and the words that find them. */
export const flagVerbs = {
  turnOn: { label: (key: string) => `Turn on ${isolate(key)}`, typed: ['turn on', 'enable'] },
  turnOff: { label: (key: string) => `Turn off ${isolate(key)}`, typed: ['turn off', 'disable', 'kill'] },
  edit: { label: (key: string) => `Edit ${isolate(key)}`, typed: ['edit'] },
  copyKey: { label: (key: string) => `Copy key of ${isolate(key)}`, typed: ['copy key of', 'copy key', 'copy'] },
} as const

export const keys = {
  title: 'Keyboard shortcuts',
  here: 'On this page',
  letters: 'Single-key shortcuts',
  lettersHint: 'They are never active while you type. Ctrl or Cmd K works either way.',
  andThen: 'then',
  save: 'Save',
  undo: 'Undo the last action',
  enter: 'Open or select',
  escape: 'Close',
  paletteKeys: 'Ctrl K',
  paletteKeysMac: '⌘ K',
} as const

export const listKeys = {
  next: 'Next flag',
  previous: 'Previous flag',
  select: 'Select the flag',
  edit: 'Edit the flag',
  open: 'Open the flag',
  create: 'New flag',
} as const
