import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import { places } from '../../text/frame.ts'
import type { Command } from './palette-commands.ts'

interface Found {
  readonly flags: readonly Command[]
  readonly people: readonly Command[]
  readonly problem: boolean
}

const NOTHING: Found = { flags: [], people: [], problem: false }

const TYPING_MS = 120
const MOST_FLAGS = '8'
const MOST_PEOPLE = 4

/**
 * The flags whose key or description has what was typed, and the people whose id or e-mail begins with it. The last ones
 * stay until there are new ones.
 */
export function useFound(text: string): Found {
  const [found, setFound] = useState<Found>(NOTHING)
  useEffect(() => {
    let current = true
    const settle = (known: Found) => current && setFound(known)
    const asking = setTimeout(() => {
      search(text.trim()).then(
        ([flags, people]) => settle({ flags, people, problem: false }),
        () => settle({ ...NOTHING, problem: true }),
      )
    }, TYPING_MS)
    return () => {
      current = false
      clearTimeout(asking)
    }
  }, [text])
  return text.trim() === '' ? NOTHING : found
}

type Lists = readonly [flags: readonly Command[], people: readonly Command[]]

async function search(text: string): Promise<Lists> {
  return text === '' ? [[], []] : Promise.all([flagsFor(text), peopleFor(text)])
}

async function flagsFor(text: string): Promise<readonly Command[]> {
  const params = { project_id: openProject().id }
  const { results } = await call('listFlags', { params, query: { search: text, limit: MOST_FLAGS } })
  return results.map(({ id, key, name, active }) => ({
    id,
    group: commands.flags,
    label: key,
    mono: true,
    hint: [active ? '' : commands.off, name].filter(Boolean).join(' · '),
    run: () => go(href('flags', id)),
  }))
}

/** Whoever has exactly this id comes first: a search alone may have more before them than are shown. */
async function peopleFor(text: string): Promise<readonly Command[]> {
  const params = { project_id: openProject().id }
  const asked = [{ distinct_id: text }, { search: text, limit: String(MOST_PEOPLE) }]
  const answers = await Promise.all(asked.map((query) => call('listPersons', { params, query })))
  const found = new Map(answers.flatMap(({ results }) => results).map((person) => [person.distinct_id, person]))
  return [...found.values()].slice(0, MOST_PEOPLE).map(({ distinct_id: id, properties: { email } }) => ({
    id,
    group: places.people,
    label: id,
    mono: true,
    ...(typeof email === 'string' && { hint: email }),
    run: () => go(href('people', id)),
  }))
}
