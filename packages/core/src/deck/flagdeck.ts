import { inProcessChangeBus } from '../data/change-bus.ts'
import { type Actor, SYSTEM } from '../data/records/actor.ts'
import type { User } from '../data/records/user.ts'
import { followFlag } from '../features/dashboards/flag-usage/follow-flag.ts'
import { rotateEncryptionKey } from '../features/flags/rotate-encryption-key.ts'
import { type CreateOrganizationInput, createOrganization } from '../features/identity/create-organization.ts'
import { findUser, type UserReference } from '../features/identity/find-user.ts'
import { listOrganizations } from '../features/identity/list-organizations.ts'
import { openOrganization, openProject, type ProjectReference } from '../features/identity/open-project.ts'
import {
  acceptAsUser,
  acceptInvitation,
  type JoinedOrganization,
} from '../features/identity/people/accept-invitation.ts'
import type { AcceptInvitationInput } from '../features/identity/people/invitation-input.ts'
import { type ProjectView, projectView } from '../features/identity/project-view.ts'
import { type CurrentUser, retrieveCurrentUser } from '../features/identity/retrieve-current-user.ts'
import type { OrganizationDetails } from '../features/identity/retrieve-organization.ts'
import { dryRun } from '../features/portability/dry-run.ts'
import { DomainError } from '../foundation/errors/domain-error.ts'
import { randomIds } from '../foundation/ids/random-ids.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import { CredentialCache } from '../runtime/access/credential-cache.ts'
import { projectNotFound } from '../runtime/access/unknown-place.ts'
import { type Context, DEFAULT_LIMITS, type ProjectContext } from '../runtime/context.ts'
import { CopyRoom } from '../runtime/copy-room.ts'
import { harmless } from '../runtime/evaluation-listener.ts'
import { ExpiredKeys } from '../runtime/idempotency/expired-keys.ts'
import { ReportOnce } from '../runtime/report-once.ts'
import { ScanQueue } from '../runtime/scan-queue.ts'
import { boundedPasswords } from '../runtime/secrets/bounded-passwords.ts'
import { checkEncryptionKey } from '../runtime/secrets/encryption-check.ts'
import { payloadCipher } from '../runtime/secrets/payload-cipher.ts'
import { builtinPasswords } from '../runtime/secrets/scrypt-passwords.ts'
import { FlagChanges } from '../runtime/snapshots/flag-changes.ts'
import type { ProjectSnapshot } from '../runtime/snapshots/project-snapshot.ts'
import { SnapshotCache } from '../runtime/snapshots/snapshot-cache.ts'
import { StoredSizes } from '../runtime/stored-sizes.ts'
import { BatchingRecorder } from '../runtime/usage/recording/batching-recorder.ts'
import { DEFAULT_USAGE_RETENTION } from '../runtime/usage/usage-retention.ts'
import { type EmbeddedActivity, embeddedActivity } from './embedded-activity.ts'
import { type EmbeddedCohorts, embeddedCohorts } from './embedded-cohorts.ts'
import { type EmbeddedDashboards, embeddedDashboards } from './embedded-dashboards.ts'
import { type EmbeddedEarlyAccess, embeddedEarlyAccess } from './embedded-early-access.ts'
import { type EmbeddedFlags, embeddedFlags } from './embedded-flags.ts'
import { type EmbeddedGroups, embeddedGroups } from './embedded-groups.ts'
import { type EmbeddedInsights, embeddedInsights } from './embedded-insights.ts'
import { type EmbeddedOrganization, embeddedOrganization } from './embedded-organization.ts'
import { type EmbeddedPersons, embeddedPersons } from './embedded-persons.ts'
import { type EmbeddedProjects, embeddedProjects } from './embedded-projects.ts'
import { type EmbeddedSettings, embeddedSettings } from './embedded-settings.ts'
import { createFirstKey, defaultProject, type FirstRun, ownOrganization } from './first-run.ts'
import type { FlagdeckOptions } from './flagdeck-options.ts'
import { PAGE_OPTIONS, refuseUnknownOptions, withKnownOptions } from './known-options.ts'
import { refuseOldNode } from './refuse-old-node.ts'
import { refuseNoReference, refuseWrongOptions } from './refuse-wrong-options.ts'
import { type SignInLinkOptions, signInLink } from './sign-in-link.ts'

/** Flagdeck in this process, with all its projects and organizations. */
export interface Flagdeck {
  /** The first argument of operations such as `createRole(context, …)`, for direct calls. */
  readonly context: Context
  /**
   * Returns the same deck, acting as a user: with the permissions of the user and the user's name in the activity log.
   */
  as(user: User): Flagdeck
  /** Opens a project. Without a reference, opens the first project, which is created if there is none. */
  project(reference?: ProjectReference): Promise<EmbeddedProject>
  /** The projects that the deck can access. */
  readonly projects: EmbeddedProjects
  /**
   * Returns the user that the deck acts for, with the projects and organizations that the user can access. Rejects if
   * that is the system.
   */
  currentUser(): Promise<CurrentUser>
  /** The organizations that the deck can access. */
  readonly organizations: EmbeddedOrganizations
  /**
   * Returns a user by e-mail address or UUID, to act as with {@link Flagdeck.as}.
   * @throws DomainError `not_found` without such a user, `permission_denied` unless the deck acts for the system
   */
  user(reference: UserReference): Promise<User>
  /**
   * Opens an organization by its id. Without an id, opens that of the user, or for the system that of the first
   * project.
   */
  organization(reference?: string): Promise<EmbeddedOrganization>
  /**
   * Accepts an invitation by its token. A user joins with its own account. The system creates a new member, whose key
   * is returned only here.
   */
  acceptInvitation(token: string, input?: AcceptInvitationInput): Promise<JoinedOrganization>
  /**
   * Creates the first personal API key with its owner, and a project if there is none, for an application that serves
   * the API. Returns undefined if there is a member already, so you can call it at every start. The value is returned
   * only here.
   */
  createFirstKey(): Promise<FirstRun | undefined>
  /**
   * Encrypts all encrypted payloads again with the first key of `encryptionKey`, which must be a list of the new key
   * and the old one. Afterwards the old key is no longer needed.
   */
  rotateEncryptionKey(options?: {
    /** Continues if no key decrypts some payloads. Those stay unchanged until a user overwrites them. */
    readonly abandonUnreadable?: boolean | undefined
  }): Promise<{
    /** The number of flags whose payloads were encrypted again. */
    readonly rotated: number
    /** Flags whose payloads no key decrypts. */
    readonly unreadable: readonly { readonly projectId: number; readonly key: string }[]
  }>
  /**
   * Returns a link that signs a user in to the console, once and within 30 minutes, as `flagdeck sign-in` prints. Use
   * it in a route of your application that has authenticated the user: the link signs in any browser that opens it.
   * @param user a user, or any object with the e-mail address of one
   * @throws DomainError `not_found` without such a user, `permission_denied` unless the deck acts for the system
   */
  signInLink(user: Pick<User, 'email'>, options?: SignInLinkOptions): Promise<string>
  /** Writes counted usage to the store now. This happens automatically every ten seconds. */
  flushUsage(): Promise<void>
  /**
   * Stops all background work, writes counted usage, and closes the store. Counts that cannot be written are reported
   * to `onError`.
   */
  close(): Promise<void>
}

/** The organizations of this installation. */
export interface EmbeddedOrganizations {
  /**
   * Lists the organizations of the user that the deck acts for, in the order of joining; for the system all, in the
   * order of creation.
   */
  (page?: Partial<PageRequest>): Promise<Page<OrganizationDetails>>
  /** Creates an organization with a default project. A user becomes its owner. */
  create(input: CreateOrganizationInput): Promise<OrganizationDetails>
}

/** One project, ready to be managed and evaluated. */
export interface EmbeddedProject {
  /** The project, as the actor of the deck may see it (PROJ-9). */
  readonly project: ProjectView
  /** The first argument of operations on a project, for direct calls. */
  readonly context: ProjectContext
  readonly flags: EmbeddedFlags
  readonly earlyAccessFeatures: EmbeddedEarlyAccess
  readonly cohorts: EmbeddedCohorts
  readonly persons: EmbeddedPersons
  readonly groups: EmbeddedGroups
  readonly dashboards: EmbeddedDashboards
  readonly insights: EmbeddedInsights
  readonly activity: EmbeddedActivity
  readonly settings: EmbeddedSettings
  /**
   * Runs `work` and reverts all its changes. It returns the result of `work`, or rejects with its refusal. Other writes
   * wait until it ends. If `work` changes several flags, pass their number: it then runs on a copy of the project in
   * memory, and no write waits. The copy contains flags, cohorts without members, dashboards and roles (DRY-3).
   */
  dryRun<T>(work: (project: EmbeddedProject) => Promise<T>, options?: { readonly changedFlags?: number }): Promise<T>
}

const CHECK_INTERVAL_MS = 5000
const USAGE_FLUSH_INTERVAL_MS = 10_000

/**
 * Starts Flagdeck on a store: migrates the schema, and resolves when it is ready.
 *
 * @example
 * const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
 * const { flags } = await deck.project()
 * await flags.create({ key: 'new-checkout', filters: { groups: [{ rollout_percentage: 25 }] } })
 * flags.isEnabled('new-checkout', { distinctId: 'user-42' })
 */
export async function createFlagdeck(options: FlagdeckOptions): Promise<Flagdeck> {
  refuseOldNode()
  refuseWrongOptions(options)
  const { store, definitionsCache, clock = Date.now, onError = () => undefined } = options
  await store.migrate()
  const bus = options.bus ?? store.changeBus?.({ onError }) ?? inProcessChangeBus()
  const checkIntervalMs = options.checkIntervalMs ?? CHECK_INTERVAL_MS
  const snapshots = new SnapshotCache({ store, bus, definitionsCache, clock, onError, checkIntervalMs })
  const flagChanges = new FlagChanges(snapshots, onError)
  const ids = options.ids ?? randomIds
  const passwords = options.passwords === undefined ? builtinPasswords() : options.passwords
  const usageRetention = { ...DEFAULT_USAGE_RETENTION, ...options.usageRetention }
  const usage = new BatchingRecorder({
    ...{ store, clock, ids, snapshots, onError },
    flushIntervalMs: options.usageFlushIntervalMs ?? USAGE_FLUSH_INTERVAL_MS,
    retention: usageRetention,
    countsEvaluations: options.recordUsage ?? true,
  })
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const context: Context = {
    store,
    clock,
    snapshots,
    flagChanges,
    usage,
    usageRetention,
    flagFollowers: [followFlag],
    misuse: new ReportOnce(onError),
    onEvaluation: options.onEvaluation && harmless(options.onEvaluation, onError),
    ids,
    limits,
    credentials: new CredentialCache(),
    scans: new ScanQueue(),
    copies: new CopyRoom(limits.maxProjectFiltersBytes),
    storedSizes: new StoredSizes({ store, clock, onError, limitBytes: limits.maxProjectPersonsBytes }),
    expiredKeys: new ExpiredKeys({ store, clock, onError }),
    payloadCipher: options.encryptionKey ? payloadCipher(options.encryptionKey) : null,
    passwords: passwords && boundedPasswords(passwords),
    actor: SYSTEM,
  }
  await reportEncryptionProblem(options, onError)
  const close = async () => {
    flagChanges.close()
    snapshots.close()
    await usage.close()
    await context.expiredKeys.close()
    await context.storedSizes.close()
    await bus.close()
    await store.close()
  }
  return flagdeckOf(context, close)
}

/** Reports a wrong encryption key. Evaluation does not need the key, so the deck starts anyway (FLAG-131). */
async function reportEncryptionProblem(
  { store, encryptionKey = null }: FlagdeckOptions,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const { problem } = await checkEncryptionKey(store, encryptionKey)
    if (problem !== undefined) onError(new DomainError('encryption_key_wrong', problem))
  } catch (error) {
    // A deck starts without its store if a cache has the definitions (PROP-12).
    onError(error)
  }
}

const DECK_OPTIONS = {
  rotateEncryptionKey: [['abandonUnreadable']],
  signInLink: [null, fieldNames<SignInLinkOptions>({ baseUrl: true })],
} satisfies Parameters<typeof withKnownOptions<Flagdeck>>[2]

function flagdeckOf(context: Context, close: () => Promise<void>): Flagdeck {
  return withKnownOptions('deck', deckMethods(context, close), DECK_OPTIONS)
}

function deckMethods(context: Context, close: () => Promise<void>): Flagdeck {
  return {
    context,
    close,
    as: (user) => flagdeckOf({ ...context, actor: userActor(user) }, close),
    project: (reference) => embeddedProject(context, reference),
    projects: embeddedProjects(context),
    currentUser: () => retrieveCurrentUser(context),
    organizations: embeddedOrganizations(context),
    user: (reference) => findUser(context, reference),
    organization: async (reference) =>
      embeddedOrganization(await openOrganization(context, reference ?? (await ownOrganization(context)))),
    acceptInvitation: (token, input = {}) =>
      context.actor.type === 'system' ? acceptInvitation(context, token, input) : acceptAsUser(context, { token }),
    createFirstKey: () => createFirstKey(context),
    rotateEncryptionKey: (options) => rotateEncryptionKey(context, options),
    signInLink: (user, options) => signInLink(context, user, options),
    flushUsage: () => context.usage.flush(),
  }
}

function embeddedOrganizations(context: Context): EmbeddedOrganizations {
  const list = async (page?: Partial<PageRequest>) => {
    refuseUnknownOptions('deck.organizations', page, PAGE_OPTIONS)
    return listOrganizations(context, pageRequest(page))
  }
  return Object.assign(list, { create: (input: CreateOrganizationInput) => createOrganization(context, input) })
}

function userActor(user: User): Actor {
  return { type: 'user', user, key: null }
}

async function embeddedProject(context: Context, reference?: ProjectReference): Promise<EmbeddedProject> {
  refuseNoReference(reference ?? '@current')
  const opened = await openProject(context, reference ?? (await defaultProject(context)).id)
  const snapshot = await context.snapshots.get(opened.project.id)
  if (!snapshot) throw projectNotFound()
  return projectFace(opened, snapshot)
}

function projectFace(context: ProjectContext, snapshot: ProjectSnapshot): EmbeddedProject {
  return withKnownOptions('project', projectMethods(context, snapshot), { dryRun: [null, ['changedFlags']] })
}

function projectMethods(context: ProjectContext, snapshot: ProjectSnapshot): EmbeddedProject {
  return {
    project: projectView(context, context.access, context.project),
    context,
    flags: embeddedFlags(context, snapshot),
    earlyAccessFeatures: embeddedEarlyAccess(context),
    cohorts: embeddedCohorts(context),
    persons: embeddedPersons(context),
    groups: embeddedGroups(context),
    dashboards: embeddedDashboards(context),
    insights: embeddedInsights(context),
    activity: embeddedActivity(context),
    settings: embeddedSettings(context),
    dryRun: (work, options) => dryRun(context, (trial) => work(projectFace(trial, snapshot)), options),
  }
}
