import { clipped } from './clipped.ts'

/** Texts of the dialog that copies a flag to another project. */
export const copying = {
  menu: 'Copy to project…',
  title: (key: string) => `Copy ${clipped(key)} to another project`,
  project: 'Project',
  choose: 'Choose a project',
  hint: 'Choose a project to preview the changes. Nothing is copied until you confirm.',
  creates: (project: string, isOn: boolean) =>
    `Creates this flag in ${clipped(project)}, turned ${isOn ? 'on' : 'off'}.`,
  updates: (project: string) =>
    `Replaces the flag with this key in ${clipped(project)}. Whether it is on or off does not change.`,
  updatesAndTurnsOff: (project: string) => `Replaces the flag with this key in ${clipped(project)}, and turns it off.`,
  same: (project: string) => `Nothing to copy: the flag is already the same in ${clipped(project)}.`,
  alsoCreates: 'Also creates:',
  flag: 'Flag',
  cohort: 'Cohort',
  emptyLists: 'Cohorts of type List are created without users.',
  payloads: 'Payloads are encrypted and not shown.',
  turnOff: (project: string) => `Turn off in ${clipped(project)}`,
  refused: (project: string, reason: string) => `Cannot copy to ${clipped(project)}: ${reason}`,
  outdated: 'The flag changed in one of the projects, so nothing was copied. Review the updated changes and try again.',
  commit: 'Copy flag',
  done: (project: string) => `Copied to ${clipped(project)}.`,
  open: (project: string) => `Open the flag in ${clipped(project)}`,
} as const
