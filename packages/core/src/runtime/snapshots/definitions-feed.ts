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
 * Returns the definitions feed (SNAP-10) as UTF-8 JSON. It yields to the event loop between flags, and reuses the bytes
 * of definitions that did not change since another snapshot. A flag with damaged filters is omitted: SDKs rely on their
 * shape, and request a flag that they do not have from this service.
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
  // A definition can have half a MiB, so it yields after each.
  await visitYielding(definitionsOf(snapshot), write, 1)
  const settings = JSON.stringify(settingsWith(cohortsFor(cohortIds, cohorts)))
  list.add(encoder.encode(`],${settings.slice(1)}`))
  const feed = await list.joined()
  await moveBytesInto(feed, listed)
  return feed
}

/**
 * Points the cached bytes of each definition into this feed, so that memory does not contain them twice. The next feed
 * reuses them.
 */
async function moveBytesInto(feed: Uint8Array, listed: readonly FlagDefinition[]): Promise<void> {
  let start = OPENING.length
  await visitYielding(listed, (definition) => {
    const end = start + definitionBytes(definition).length
    moveDefinitionBytes(definition, feed.subarray(start, end))
    start = end + COMMA.length
  })
}

/** The cohorts of each definition. Successive snapshots share the definitions of unchanged flags. */
const known = new WeakMap<FlagDefinition, readonly number[] | null>()

/** Returns the cohorts that a flag references; null when its filters are damaged. */
function cohortIdsOf(definition: FlagDefinition): readonly number[] | null {
  const found = known.get(definition)
  if (found !== undefined) return found
  const ids = areWellFormed(definition.filters) ? referencedCohortIds(definition.filters) : null
  known.set(definition, ids)
  return ids
}

/** Returns the definition without the fields that only this service uses. */
function forSdks(definition: FlagDefinition): FlagDefinition {
  if (definition.usage_key === undefined && definition.early_access === undefined) return definition
  const { usage_key: _, early_access: __, ...rest } = definition
  return rest
}

/** Returns the dynamic cohorts that SDKs need. SDKs leave flags that use other cohorts to this service. */
function cohortsFor(ids: readonly number[], cohorts: SnapshotCohorts): Cohorts {
  const used = cohortsReachedFrom(ids, cohorts).map(({ id }) => String(id))
  return Object.fromEntries(used.flatMap((id) => (cohorts.definitions[id] ? [[id, cohorts.definitions[id]]] : [])))
}
