import type { ImportChange, ImportPlan } from '@flagdeck/core'
import { differenceLine } from '../difference-line.ts'

const SIGNS = { create: '+', update: '~', delete: '-' } as const satisfies Record<ImportChange['action'], string>

const VERBS = { create: 'to create', update: 'to change', delete: 'to delete' } as const satisfies Record<
  ImportChange['action'],
  string
>

/** The maximum number of listed changes, and of listed notes. */
const MOST_LISTED = 50

/**
 * Returns a plan as lines of text: creations, updates by field, and deletions. Only the first of many changes are
 * listed.
 */
export function planText(plan: ImportPlan): string {
  const changes = changesText(plan.changes.slice(0, MOST_LISTED))
  const more = countsByKind(plan.changes.slice(MOST_LISTED))
  const notes = plan.notes.slice(0, MOST_LISTED)
  const moreNotes = plan.notes.length - notes.length
  return [
    ...changes,
    ...(more === '' ? [] : [`… and ${more}`]),
    ...(changes.length > 0 ? [''] : []),
    summary(plan),
    ...notes,
    ...(moreNotes > 0 ? [`… and ${count(moreNotes)} more notes`] : []),
  ].join('\n')
}

/** Returns changes as lines of text; updates are listed by field. */
export function changesText(changes: readonly ImportChange[]): string[] {
  return changes.flatMap(({ action, kind, name, fields }) => [
    `${SIGNS[action]} ${kind.replace('_', ' ')} ${name}`,
    ...(action === 'update' ? fields.map((field) => `    ${differenceLine(field)}`) : []),
  ])
}

/** Returns text like `29,950 flags to create, 1 cohort to change`; empty if there are no changes. */
function countsByKind(changes: ImportPlan['changes']): string {
  const counts = new Map<string, { readonly change: ImportChange; readonly count: number }>()
  for (const change of changes) {
    const group = `${change.kind} ${change.action}`
    counts.set(group, { change, count: (counts.get(group)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
    .map(({ change: { kind, action }, count: n }) => {
      const noun = `${kind.replace('_', ' ')}${n === 1 ? '' : 's'}`
      return `${count(n)} ${noun} ${VERBS[action]}`
    })
    .join(', ')
}

function count(n: number): string {
  return n.toLocaleString('en-US')
}

function summary({ changes, unchanged, kept }: ImportPlan): string {
  const counted = (wanted: ImportChange['action']) => count(changes.filter(({ action }) => action === wanted).length)
  const counts = `${counted('create')} to create, ${counted('update')} to change, ${counted('delete')} to delete, ${count(unchanged)} unchanged`
  if (kept.length === 0) return `${counts}.`
  return `${counts}; ${count(kept.length)} not in the file (add --prune to delete): ${listed(kept)}.`
}

const SHOWN_NAMES = 5

function listed(kept: ImportPlan['kept']): string {
  const names = kept.slice(0, SHOWN_NAMES).map(({ kind, name }) => `${kind.replace('_', ' ')} ${name}`)
  const more = kept.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${count(more)} more` : '')
}
