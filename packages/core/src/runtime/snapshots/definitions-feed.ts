import type { DefinitionsSettings, FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { areWellFormed } from '../../evaluation/definition/filter-parts.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import type { CompiledSnapshot } from '../../evaluation/snapshot/compiled-snapshot.ts'
import { definitionsOf } from '../../evaluation/snapshot/flags-by-key.ts'
import { sdkForm } from '../../evaluation/snapshot/sdk-form.ts'
import { ByteList, COMMA } from '../../foundation/bytes/byte-list.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { definitionBytes, moveDefinitionBytes } from './definition-bytes.ts'
import { cohortsReachedFrom, type SnapshotCohorts } from './snapshot-cohorts.ts'

type Cohorts = DefinitionsSettings['cohorts']

const encoder = new TextEncoder()
const OPENING = encoder.encode('{"flags":[')

/**
 * The definitions feed (SNAP-10) as UTF-8 JSON. However many flags there are, it yields
 * in between; what did not change since another snapshot is not made again. A flag whose filters are damaged is left
 * out: SDKs rely on their shape, and ask here for a flag they do not have.
 */
export async function definitionsFeed(
  snapshot: CompiledSnapshot,
  cohorts: SnapshotCohorts,
  settingsWith: (used: Cohorts) => DefinitionsSettings,
): Promise<Uint8Array> {
  const inSdkForm = sdkForm(snapshot)
  const list = new ByteList()
  const cohortIds: number[] = []
  // Bound: dies with the document
  const listed: FlagDefinition[] = []
  list.add(OPENING)
  const write = (definition: FlagDefinition) => {
    const ids = cohortIdsOf(definition)
    if (!ids) return
    cohortIds.push(...ids)
    if (listed.length > 0) list.add(COMMA)
    const sent = forSdks(inSdkForm(definition))
    listed.push(sent)
    list.add(definitionBytes(sent))
  }
  // Each may have half a MiB.
  await visitYielding(definitionsOf(snapshot), write, 1)
  const settings = JSON.stringify(settingsWith(cohortsFor(cohortIds, cohorts)))
  list.add(encoder.encode(`],${settings.slice(1)}`))
  const feed = await list.joined()
  await moveBytesInto(feed, listed)
  return feed
}

/** Definitions that the next feed takes over are in this one, so they need not be kept a second time. */
async function moveBytesInto(feed: Uint8Array, listed: readonly FlagDefinition[]): Promise<void> {
  let start = OPENING.length
  await visitYielding(listed, (definition) => {
    const end = start + definitionBytes(definition).length
    moveDefinitionBytes(definition, feed.subarray(start, end))
    start = end + COMMA.length
  })
}

/** Of flags that did not change, shared by the snapshots that follow from one another. */
const known = new WeakMap<FlagDefinition, readonly number[] | null>()

/** The cohorts that a flag looks at; null when it is damaged. */
function cohortIdsOf(definition: FlagDefinition): readonly number[] | null {
  const found = known.get(definition)
  if (found !== undefined) return found
  const ids = areWellFormed(definition.filters) ? referencedCohortIds(definition.filters) : null
  known.set(definition, ids)
  return ids
}

/** The definition without what is for this service alone. */
function forSdks(definition: FlagDefinition): FlagDefinition {
  if (definition.usage_key === undefined && definition.early_access === undefined) return definition
  const { usage_key: _, early_access: __, ...rest } = definition
  return rest
}

/** SDKs hear of the dynamic cohorts that they need, and leave flags on other cohorts to this service. */
function cohortsFor(ids: readonly number[], cohorts: SnapshotCohorts): Cohorts {
  const used = cohortsReachedFrom(ids, cohorts).map(({ id }) => String(id))
  return Object.fromEntries(used.flatMap((id) => (cohorts.definitions[id] ? [[id, cohorts.definitions[id]]] : [])))
}
