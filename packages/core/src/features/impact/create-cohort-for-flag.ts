import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { writeTogether } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { addCohortMembers, LARGE_MEMBER_LIST } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { requireFlag } from '../flags/retrieve-flag.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import type { ScanOptions } from './scan.ts'
import { scanKnown } from './scan-known.ts'
import { requireSnapshot } from './trial-snapshot.ts'

/**
 * Creates a static cohort of the stored persons for whom a flag is currently on (IMPACT-27). It evaluates all stored
 * persons, and yields in between. It reveals the persons, so it needs permission to read them.
 */
export async function createCohortForFlag(
  ctx: ProjectContext,
  flagId: number,
  { signal }: Pick<ScanOptions, 'signal'> = {},
): Promise<Cohort> {
  for (const scope of ['cohort:write', 'feature_flag:read', 'person:read'] as const) authorize(ctx.actor, scope)
  const flag = await ctx.store.read((tx) => requireFlag(tx, ctx, flagId))
  if (flag.deleted) throw refusal('Cannot create a cohort for a deleted feature flag. Restore it first.')
  const persons = await personsWith(ctx, flag, { signal })
  const make = async (inside: ProjectContext) => {
    const cohort = await createCohort(inside, { name: nameFor(ctx, flag), isStatic: true })
    return persons.length === 0 ? cohort : addCohortMembers(inside, cohort.id, persons)
  }
  return writeTogether(ctx, make, { large: persons.length > LARGE_MEMBER_LIST })
}

async function personsWith(ctx: ProjectContext, flag: Flag, options: ScanOptions): Promise<readonly string[]> {
  const snapshot = await requireSnapshot(ctx, flag.projectVersion)
  const { groupTypes } = snapshot.project
  const persons: string[] = []
  await scanKnown(
    ctx,
    { groupTypeIndex: null, groupTypes, needs: storedNeeds(snapshot) },
    (subject, id) => {
      if (snapshot.evaluation.isEnabled(flag.key, subject)) persons.push(id)
    },
    options,
  )
  return persons
}

/** The maximum length of the key in the name of the cohort. */
const SHOWN_KEY_LENGTH = 300

function nameFor({ clock }: ProjectContext, { key }: Flag): string {
  const now = new Date(clock()).toISOString().slice(0, 19).replace('T', ' ')
  return `Users with feature flag ${key.slice(0, SHOWN_KEY_LENGTH)} enabled at ${now}`
}
