/** Sentences of the command palette and of the shortcuts. */
export const commands = {
  title: 'Search or run a command',
  placeholder: 'A flag, a person, a screen or an action',
  results: 'What was found',
  flags: 'Flags',
  screens: 'Go to',
  actions: 'Actions',
  themes: 'Theme',
  projects: 'Projects',
  newFlag: 'New flag',
  newDashboard: 'New dashboard',
  api: 'Open the API page',
  newCohort: 'New cohort',
  shortcuts: 'Keyboard shortcuts',
  theme: (name: string) => `Theme: ${name}`,
  nothing: (text: string) => `Nothing is called “${text}”.`,
  unanswered: 'Flags and people cannot be searched now.',
  off: 'off',
  goTo: (name: string) => `Go to ${name}`,
  search: 'Search',
  help: 'Show these shortcuts',
  palette: 'Search or run a command',
} as const

export const keys = {
  title: 'Keyboard shortcuts',
  here: 'Here',
  letters: 'Shortcuts of single letters',
  lettersHint: 'They never act while you type. Ctrl or Cmd with K works either way.',
  andThen: 'then',
  save: 'Save',
  undo: 'Undo the last action',
  enter: 'Open or choose what has the focus',
  escape: 'Close what lies on top',
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
