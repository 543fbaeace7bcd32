import { connected } from '../../api/connection.ts'
import { type Theme, theme } from '../../parts/theme.ts'
import { go, href } from '../../route.ts'
import { openProject, session } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import { places, themes } from '../../text/frame.ts'
import { sections } from '../../text/settings.ts'
import { connect } from '../../text/start.ts'
import { showCommands } from './commands.tsx'
import { recentPlaces } from './recent.ts'

/** A command of the palette. */
export interface Command {
  readonly id: string | number
  readonly group: string
  readonly label: string
  readonly hint?: string
  /** Whether the label is a key or an id. */
  readonly mono?: boolean
  readonly run: () => void
}

/** Returns the commands that do not depend on the typed text. */
export function fixedCommands(): readonly Command[] {
  return [...screens(), ...actions(), ...settings(), ...themeCommands(), ...projects()]
}

/** Returns commands that open recent pages. */
export function recentCommands(): readonly Command[] {
  return recentPlaces().map(({ path, screen, label }) => ({
    id: path,
    group: commands.recent,
    label,
    hint: places[screen as keyof typeof places] ?? '', // a path below the project starts with a screen
    mono: screen === 'flags' || screen === 'people',
    run: () => go(`${href()}/${path}`),
  }))
}

function screens(): readonly Command[] {
  return Object.entries(places).map(([name, label]) => {
    return { id: name, group: commands.screens, label, run: () => go(href(name)) }
  })
}

function settings(): readonly Command[] {
  return Object.entries(sections).map(([name, label]) => {
    return { id: name, group: places.settings, label, run: () => go(href('settings', name)) }
  })
}

function actions(): readonly Command[] {
  const action = (id: string, label: string, run: () => void) => ({ id, group: commands.actions, label, run })
  const create = [
    action('new-flag', commands.newFlag, () => go(href('flags', 'new'))),
    action('new-dashboard', commands.newDashboard, () => go(href('dashboards', 'new'))),
    action('new-cohort', commands.newCohort, () => go(href('cohorts', 'new'))),
  ]
  return [
    ...(connected.value ? create : []),
    action('connect', connect.title, () => go(href('flags', 'connect'))),
    action('api', commands.api, () => location.assign('../api/schema/ui/')),
    action('keys', commands.shortcuts, () => showCommands('shortcuts')),
  ]
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
