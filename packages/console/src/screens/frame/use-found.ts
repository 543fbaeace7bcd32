import { useEffect, useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import { places } from '../../text/frame.ts'
import { type FlagVerb, flagCommands, isDone, verbIn } from './flag-commands.ts'
import type { Command } from './palette-commands.ts'

interface Found {
  /** Flags, and commands for the first of them. */
  readonly flags: readonly Command[]
  /** Dashboards, cohorts, users and groups. */
  readonly others: readonly Command[]
  readonly problem: boolean
}

const NOTHING: Found = { flags: [], others: [], problem: false }

const TYPING_MS = 120
const MOST_FLAGS = '8'
/** The limit for dashboards, for cohorts, for users, and for groups of each type. */
const MOST_OF_EACH = 4

/**
 * Searches flags by key or description, dashboards and cohorts by name, users by the start of their id or e-mail, and
 * groups by the start of their key or name. The last results stay until there are new ones.
 */
export function useFound(text: string): Found {
  const [found, setFound] = useState<Found>(NOTHING)
  const { data: types = [] } = useQuery('listGroupTypes', { params: inProject() })
  useEffect(() => {
    let isCurrent = true
    const settle = (known: Found) => isCurrent && setFound(known)
    const searching = setTimeout(() => {
      search(text.trim(), types).then(settle, () => settle({ ...NOTHING, problem: true }))
    }, TYPING_MS)
    return () => {
      isCurrent = false
      clearTimeout(searching)
    }
  }, [text, types])
  return text.trim() === '' ? NOTHING : found
}

type GroupTypes = Output<'listGroupTypes'>

/** If a kind cannot be searched, or the user may not view it, the others are still shown. */
async function search(text: string, types: GroupTypes): Promise<Found> {
  if (text === '') return NOTHING
  const { verb, rest } = verbIn(text)
  if (verb !== undefined && rest !== '') return { ...NOTHING, flags: await flagsFor(rest, verb) }
  const searches = [flagsFor(text), dashboardsFor(text), cohortsFor(text), usersFor(text), groupsFor(text, types)]
  const [flags, ...others] = (await Promise.allSettled(searches)).map((search) =>
    search.status === 'fulfilled' ? search.value : undefined,
  )
  const isFailed = flags === undefined && others.every((each) => each === undefined)
  return { flags: flags ?? [], others: others.flatMap((each) => each ?? []), problem: isFailed }
}

/** @param verb the action on them; undefined to open them */
async function flagsFor(text: string, verb?: FlagVerb): Promise<readonly Command[]> {
  const { results } = await call('listFlags', { params: inProject(), query: { search: text, limit: MOST_FLAGS } })
  if (verb !== undefined) {
    return results.filter((flag) => !isDone(flag, verb)).flatMap((flag) => flagCommands(flag, [verb]))
  }
  const opening = results.map(({ id, key, name, active }) => ({
    id,
    group: commands.flags,
    label: key,
    mono: true,
    hint: [active ? '' : commands.off, name].filter(Boolean).join(' · '),
    run: () => go(href('flags', id)),
  }))
  return [...opening, ...(results[0] ? flagCommands(results[0]) : [])]
}

async function dashboardsFor(text: string): Promise<readonly Command[]> {
  const { results } = await call('listDashboards', { params: inProject(), query: limited(text) })
  return results.map(({ id, name }) => named(places.dashboards, id, name, href('dashboards', id)))
}

async function cohortsFor(text: string): Promise<readonly Command[]> {
  const { results } = await call('listCohorts', { params: inProject(), query: limited(text) })
  return results.map(({ id, name }) => named(places.cohorts, id, name, href('cohorts', id)))
}

/** The user with exactly this id comes first. A search alone may return too many others before this user. */
async function usersFor(text: string): Promise<readonly Command[]> {
  const queries = [{ distinct_id: text }, limited(text)]
  const pages = await Promise.all(queries.map((query) => call('listPersons', { params: inProject(), query })))
  const found = new Map(pages.flatMap(({ results }) => results).map((person) => [person.distinct_id, person]))
  return [...found.values()].slice(0, MOST_OF_EACH).map(({ distinct_id: id, properties: { email } }) => ({
    ...named(places.people, id, id, href('people', id)),
    mono: true,
    ...(typeof email === 'string' && { hint: email }),
  }))
}

async function groupsFor(text: string, types: GroupTypes): Promise<readonly Command[]> {
  const found = types.map(async ({ group_type_index: index, group_type: type }) => {
    const query = { ...limited(text), group_type_index: String(index) }
    const { results } = await call('listGroups', { params: inProject(), query })
    return results.map(({ group_key: key, group_properties: { name } }) => ({
      ...named(type, key, key, href('people', 'group', index, key)),
      mono: true,
      ...(typeof name === 'string' && { hint: name }),
    }))
  })
  return (await Promise.all(found)).flat()
}

const inProject = () => ({ project_id: openProject().id })

const limited = (search: string) => ({ search, limit: String(MOST_OF_EACH) })

function named(group: string, id: string | number, name: string | null, address: string): Command {
  return { id, group, label: name || String(id), run: () => go(address) }
}
