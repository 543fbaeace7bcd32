import type { TextCard } from '../records/text-card.ts'
import type { TextCardTable } from '../tables/text-card-table.ts'
import type { TextCardRow } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'

export function memoryTextCardTable({ state, ids }: MemoryContext): TextCardTable {
  const { textCards } = state
  return {
    async findMany(projectId, textIds) {
      const rows = [...new Set(textIds)].flatMap((id) => textCardRowOf(state, projectId, id) ?? [])
      return rows.sort((a, b) => a.id - b.id).map((row) => withUsers(state, row))
    },
    async insert(text) {
      referenced(state.projects.get(text.projectId), `project ${text.projectId}`)
      return withUsers(state, textCards.insert(rowOf(state, { ...text, id: ++ids.textCards })))
    },
    async update(text) {
      if (textCardRowOf(state, text.projectId, text.id)) textCards.replace(rowOf(state, text))
    },
  }
}

/** Returns a text of this project. */
export function textCardRowOf(state: MemoryState, projectId: number, textId: number): TextCardRow | undefined {
  const row = state.textCards.get(textId)
  return row?.projectId === projectId ? row : undefined
}

function rowOf(state: MemoryState, { createdBy, lastModifiedBy, ...text }: TextCard): TextCardRow {
  return {
    ...text,
    createdById: knownOptionalUserId(state, createdBy),
    lastModifiedById: knownOptionalUserId(state, lastModifiedBy),
  }
}

function withUsers(state: MemoryState, { createdById, lastModifiedById, ...text }: TextCardRow): TextCard {
  return {
    ...text,
    createdBy: optionalUserOf(state, createdById),
    lastModifiedBy: optionalUserOf(state, lastModifiedById),
  }
}
