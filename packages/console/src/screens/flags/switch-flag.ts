import { signal } from '@preact/signals'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { acts, named } from '../../text/flags.ts'

/** The states of flags that are shown until the server has responded. */
const switching = signal<ReadonlyMap<number, boolean>>(new Map())

interface Switched {
  readonly id: number
  readonly key: string
  readonly active: boolean
}

/** Returns the state that is shown while a flag is switched; undefined if it is the stored one. */
export function isShownOn(id: number): boolean | undefined {
  return switching.value.get(id)
}

/** Turns a flag on or off. The page shows it immediately, and reverts it if the server refuses. */
export async function switchFlag(flag: Switched, on: boolean): Promise<void> {
  show(flag.id, on)
  try {
    await send(flag.id, on)
    tell(`${acts.done[on ? 'on' : 'off']} ${named([flag.key])}`, () => undo(flag.id, !on), `flag ${flag.id}`)
    await refresh()
  } catch (error) {
    tell(acts.notSwitched(flag.key, problemOf(error).message))
  } finally {
    show(flag.id, undefined)
  }
}

async function undo(id: number, on: boolean): Promise<void> {
  show(id, on)
  try {
    await send(id, on)
    await refresh()
  } finally {
    show(id, undefined)
  }
}

function send(id: number, on: boolean) {
  return call(on ? 'enableFlag' : 'disableFlag', { params: { project_id: openProject().id, id }, query: {} })
}

function show(id: number, on: boolean | undefined): void {
  const next = new Map(switching.value)
  if (on === undefined) next.delete(id)
  else next.set(id, on)
  switching.value = next
}
