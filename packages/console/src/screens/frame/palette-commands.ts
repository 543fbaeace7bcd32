import { connected } from '../../api/connection.ts'
import { type Theme, theme } from '../../parts/theme.ts'
import { go, href } from '../../route.ts'
import { openProject, session } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import { places, themes } from '../../text/frame.ts'
import { showCommands } from './commands.tsx'

/** Something that the palette can do. */
export interface Command {
  readonly id: string | number
  readonly group: string
  readonly label: string
  readonly hint?: string
  /** Whether the label is a key or an id. */
  readonly mono?: boolean
  readonly run: () => void
}

/** What can be done whatever was typed. */
export function standing(): readonly Command[] {
  return [...screens(), ...actions(), ...themeCommands(), ...projects()]
}

function screens(): readonly Command[] {
  return Object.entries(places).map(([name, label]) => {
    return { id: name, group: commands.screens, label, run: () => go(href(name)) }
  })
}

function actions(): readonly Command[] {
  const group = commands.actions
  const create = { id: 'new', group, label: commands.newFlag, run: () => go(href('flags', 'new')) }
  const dashboard = {
    id: 'new-dashboard',
    group,
    label: commands.newDashboard,
    run: () => go(href('dashboards', 'new')),
  }
  const cohort = { id: 'new-cohort', group, label: commands.newCohort, run: () => go(href('cohorts', 'new')) }
  const api = { id: 'api', group, label: commands.api, run: () => location.assign('../api/schema/ui/') }
  const help = { id: 'keys', group, label: commands.shortcuts, run: () => showCommands('shortcuts') }
  return connected.value ? [create, dashboard, cohort, api, help] : [api, help]
}

function themeCommands(): readonly Command[] {
  return Object.entries(themes).map(([name, label]) => ({
    id: name,
    group: commands.themes,
    label: commands.theme(label),
    run: () => {
      theme.value = name as Theme // a key of themes
    },
  }))
}

function projects(): readonly Command[] {
  const open = openProject().id
  const all = (session.value?.organizations ?? []).flatMap((organization) => organization.projects)
  return all
    .filter(({ id }) => id !== open)
    .map(({ id, name }) => ({ id, group: commands.projects, label: name, run: () => go(`#/project/${id}/flags`) }))
}
