import type { ImportChange, ImportPlan } from '@flagdeck/core'
import { differenceLine } from '../difference-line.ts'

const SIGNS = { create: '+', update: '~', delete: '-' } as const satisfies Record<ImportChange['action'], string>

/** A plan as lines for people: the changes, a summary and the notes. */
export function planText(plan: ImportPlan): string {
  const changes = changesText(plan.changes)
  return [...changes, ...(changes.length > 0 ? [''] : []), summary(plan), ...plan.notes].join('\n')
}

/** Changes as lines for people, updates field by field. */
export function changesText(changes: readonly ImportChange[]): string[] {
  return changes.flatMap(({ action, kind, name, fields }) => [
    `${SIGNS[action]} ${kind.replace('_', ' ')} ${name}`,
    ...(action === 'update' ? fields.map((field) => `    ${differenceLine(field)}`) : []),
  ])
}

function summary({ changes, unchanged, kept }: ImportPlan): string {
  const count = (wanted: ImportChange['action']) => changes.filter(({ action }) => action === wanted).length
  const counts = `${count('create')} to create, ${count('update')} to change, ${count('delete')} to delete, ${unchanged} as they should be`
  if (kept.length === 0) return `${counts}.`
  return `${counts}; ${kept.length} not in the document, which --prune would delete: ${listed(kept)}.`
}

const SHOWN_NAMES = 5

function listed(kept: ImportPlan['kept']): string {
  const names = kept.slice(0, SHOWN_NAMES).map(({ kind, name }) => `${kind.replace('_', ' ')} ${name}`)
  const more = kept.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
