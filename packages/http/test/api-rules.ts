import { activityLog } from './rules/activity-log.ts'
import { authentication } from './rules/authentication.ts'
import { authors } from './rules/authors.ts'
import { browserSdk } from './rules/browser-sdk.ts'
import { capture } from './rules/capture.ts'
import { capturedEvents } from './rules/captured-events.ts'
import { cohorts } from './rules/cohorts.ts'
import { concurrentEdits } from './rules/concurrent-edits.ts'
import { dashboards } from './rules/dashboards.ts'
import { definitionsFeed } from './rules/definitions-feed.ts'
import { documents } from './rules/documents.ts'
import { dryRuns } from './rules/dry-runs.ts'
import { earlyAccessFeatures } from './rules/early-access-features.ts'
import { editRights } from './rules/edit-rights.ts'
import { flagDeletion } from './rules/flag-deletion.ts'
import { flagEvaluation } from './rules/flag-evaluation.ts'
import { flagFields } from './rules/flag-fields.ts'
import { flagLifeCycle } from './rules/flag-life-cycle.ts'
import { flagLists } from './rules/flag-lists.ts'
import { flagUpdates } from './rules/flag-updates.ts'
import { flagUsage } from './rules/flag-usage.ts'
import { freeFormFilters } from './rules/free-form-filters.ts'
import { health } from './rules/health.ts'
import { history } from './rules/history.ts'
import { hostileBodies } from './rules/hostile-bodies.ts'
import { hostileInput } from './rules/hostile-input.ts'
import { idempotency } from './rules/idempotency.ts'
import { identity } from './rules/identity.ts'
import { impact } from './rules/impact.ts'
import { imports } from './rules/imports.ts'
import { insightNumbers } from './rules/insight-numbers.ts'
import { largeBodies } from './rules/large-bodies.ts'
import { manifest } from './rules/manifest.ts'
import { ofrep } from './rules/ofrep.ts'
import { openId } from './rules/openid.ts'
import { otherServices } from './rules/other-services.ts'
import { payloadSchema } from './rules/payload-schema.ts'
import { people } from './rules/people.ts'
import { personalApiKeys } from './rules/personal-api-keys.ts'
import { persons } from './rules/persons.ts'
import { projects } from './rules/projects.ts'
import { randomInput } from './rules/random-input.ts'
import { reusedIdempotencyKeys } from './rules/reused-idempotency-keys.ts'
import { roleAccess } from './rules/role-access.ts'
import { roles } from './rules/roles.ts'
import { scopes } from './rules/scopes.ts'
import { sdkBodies } from './rules/sdk-bodies.ts'
import { sdkEvaluation } from './rules/sdk-evaluation.ts'
import { sdkProtocols } from './rules/sdk-protocols.ts'
import { sdkSubjects } from './rules/sdk-subjects.ts'
import { servedUsage } from './rules/served-usage.ts'
import { sessions } from './rules/sessions.ts'
import { streams } from './rules/streams.ts'
import { taxonomy } from './rules/taxonomy.ts'
import { tenantDoors } from './rules/tenant-doors.ts'
import { tenants } from './rules/tenants.ts'
import { usageSources } from './rules/usage-sources.ts'
import { writtenVersions } from './rules/written-versions.ts'
import { type EndpointOfApi, KEY_ENDPOINTS } from './support/place.ts'
import type { NewWorld } from './support/world.ts'

/**
 * One endpoint of a project and one of an organization. The store queries about the caller are the same for all
 * endpoints.
 */
const SAMPLES = endpointsNamed('feature_flags_create', 'roles_create')

function endpointsNamed(...operationIds: readonly string[]): readonly EndpointOfApi[] {
  return KEY_ENDPOINTS.filter(({ operationId }) => operationIds.includes(operationId))
}

/** All rules of the API on any store, by subject. */
export const API_RULES: Readonly<Record<string, (newWorld: NewWorld) => void>> = {
  'fields of a flag': flagFields,
  'keys of the client': freeFormFilters,
  'lists of flags': flagLists,
  'updates of a flag': flagUpdates,
  'edits of several people': concurrentEdits,
  'deletion of a flag': flagDeletion,
  'dry runs': dryRuns,
  'life cycle of a flag': flagLifeCycle,
  'usage of a flag': flagUsage,
  'numbers of insights': insightNumbers,
  activity: activityLog,
  history: history,
  'role access': roleAccess,
  'the right to edit': editRights,
  roles: roles,
  cohorts: cohorts,
  'persons and groups': persons,
  'events and properties': taxonomy,
  dashboards: dashboards,
  identity: identity,
  people: people,
  sessions: sessions,
  'signing in at a provider': openId,
  'personal API keys': personalApiKeys,
  'what an edit would reach': impact,
  projects: projects,
  'requests that are sent again': idempotency,
  'keys that are used again': (newWorld) => reusedIdempotencyKeys(newWorld, SAMPLES),
  'versions of writes': writtenVersions,
  'the definitions feed': definitionsFeed,
  'evaluation for SDKs': sdkEvaluation,
  'subjects of SDKs': sdkSubjects,
  'requests with events': capture,
  'captured events': capturedEvents,
  'usage from other services': usageSources,
  'usage by answering': servedUsage,
  'questions about flags': flagEvaluation,
  OFREP: ofrep,
  'clients of other services': otherServices,
  'what posthog-js asks beside flags': browserSdk,
  'early access features': earlyAccessFeatures,
  'documents of projects': imports,
  'how the service is': health,
  'the manifest of flags': manifest,
  'the schema of payloads': payloadSchema,
  'streams of events': streams,
  SDKs: sdkProtocols,
  authentication: authentication,
  tenants: tenants,
  'doors of tenants': (newWorld) => tenantDoors(newWorld, SAMPLES),
  'hostile input': hostileInput,
  'random input': (newWorld) => randomInput({ bodies: 40, queries: 10 }, newWorld),
}

/**
 * Rules that do not depend on the store: how bodies are read, which callers have access, and what the document
 * contains. They run on one store. A suite with the same name as above replaces it, with all endpoints or more random
 * samples.
 */
export const HTTP_RULES: typeof API_RULES = {
  'bodies of SDKs': sdkBodies,
  'large bodies': largeBodies,
  'hostile bodies': hostileBodies,
  scopes: scopes,
  authors: authors,
  'doors of tenants': (newWorld) => tenantDoors(newWorld),
  'keys that are used again': (newWorld) => reusedIdempotencyKeys(newWorld),
  'the OpenAPI document': documents,
  // Most random requests never reach a store.
  'random input': (newWorld) => randomInput({ bodies: 400, queries: 100 }, newWorld),
}
