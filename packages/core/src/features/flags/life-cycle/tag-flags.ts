import * as z from 'zod'
import type { Flag } from '../../../data/records/flag.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { MAX_LIST_LENGTH, tagsField } from '../../../foundation/validation/bounded-fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { changeFlags } from './change-flags.ts'
import type { FlagFailure } from './delete-flags.ts'
import { chosenQuery } from './flag-choice.ts'

/** The maximum numbers of flags and of tags in one request. */
const MAX_TAGGED_FLAGS = 500
const MAX_TAGS = 100

/** The input that changes the tags of several flags. */
export const tagFlagsSchema = z.object({
  ids: z.array(z.unknown()).max(MAX_TAGGED_FLAGS),
  action: z.enum(['add', 'remove', 'set']),
  tags: tagsField().pipe(z.array(z.string()).max(MAX_TAGS)),
})

/** The input of {@link tagFlags}. */
export type TagFlagsInput = Readonly<z.input<typeof tagFlagsSchema>>

/** The result of changing tags. */
export interface TaggedFlags {
  readonly updated: readonly Pick<Flag, 'id' | 'tags'>[]
  readonly skipped: readonly FlagFailure[]
}

/** Adds, removes or sets tags of flags (FLAG-104). A flag that has the tags already is unchanged. */
export async function tagFlags(ctx: ProjectContext, input: TagFlagsInput): Promise<TaggedFlags> {
  authorize(ctx.actor, 'feature_flag:write')
  const { ids, action, tags } = parseInput(tagFlagsSchema, input)
  if (action !== 'set' && tags.length === 0) throw noTags(action)
  const { query, malformed } = chosenQuery(ctx, { ids })
  return changeFlags(ctx, query, {
    async plan(_, { editable }) {
      const tagged = editable.map((before) => ({
        before,
        next: { ...before, tags: CHANGES[action](before.tags, tags) },
      }))
      const { fitting = [], full = [] } = Object.groupBy(tagged, ({ next }) =>
        next.tags.length <= MAX_LIST_LENGTH ? 'fitting' : 'full',
      )
      const updated = fitting.map(({ next: { id, tags: has } }) => ({ id, tags: has }))
      const skipped = full.map(({ before: { id, key } }) => ({ id, key, reason: TOO_MANY_TAGS }))
      return { changes: fitting.filter(differs), outcome: { updated, skipped } }
    },
    answer(outcomes) {
      const updated = outcomes.flatMap((each) => each.updated)
      const full = outcomes.flatMap(({ skipped }) => skipped)
      const found = new Set([...updated, ...full].map(({ id }) => id))
      const unknown = (query.ids ?? []).filter((id) => !found.has(id))
      return { updated, skipped: [...[...malformed, ...unknown].map((id) => ({ id, reason: NOT_CHANGED })), ...full] }
    },
  })
}

const NOT_CHANGED = 'Not found or no edit access'
const TOO_MANY_TAGS = `A feature flag can have at most ${MAX_LIST_LENGTH} tags.`

type Tags = readonly string[]

const CHANGES: Readonly<Record<TagFlagsInput['action'], (had: Tags, sent: Tags) => Tags>> = {
  add: (had, sent) => [...new Set([...had, ...sent])],
  remove: (had, sent) => had.filter((tag) => !sent.includes(tag)),
  set: (_, sent) => sent,
}

function differs({ before, next }: { readonly before: Flag; readonly next: Flag }): boolean {
  return before.tags.length !== next.tags.length || before.tags.some((tag, index) => tag !== next.tags[index])
}

function noTags(action: string) {
  return invalidInput([violation('tags', 'empty', `tags must not be empty for action '${action}'.`)])
}
