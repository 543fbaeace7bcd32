import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type NewestActivity, type NewestFilter, NewestReader } from './newest-reader.ts'

/** Lists what happened in the project to records of any kind, newest first (ACT-15, ACT-26 to ACT-28). */
export async function listNewestActivity(ctx: ProjectContext, filter: NewestFilter = {}): Promise<NewestActivity> {
  const reader = new NewestReader(ctx, filter)
  const items: NewestActivity['items'][number][] = []
  for (;;) {
    items.push(...(await reader.readStep()))
    if (reader.isOver) return { items, next: reader.next }
    await yieldToOthers()
  }
}
