// Written by `pnpm generate` from the files of this folder; do not edit.
import { initial } from './0001-initial.ts'
import { personsAndCohorts } from './0002-persons-and-cohorts.ts'
import { dashboards } from './0003-dashboards.ts'
import { usage } from './0004-usage.ts'
import { idempotencyKeys } from './0005-idempotency-keys.ts'
import { projectVersions } from './0006-project-versions.ts'
import { usageKeys } from './0007-usage-keys.ts'
import { eventsAddGroupTypes } from './0008-events-add-group-types.ts'
import { deletedFlags } from './0009-deleted-flags.ts'
import { deletedDashboards } from './0010-deleted-dashboards.ts'
import { flagOwner } from './0011-flag-owner.ts'
import { history } from './0012-history.ts'
import { keptActivity } from './0013-kept-activity.ts'
import { staleness } from './0014-staleness.ts'
import { people } from './0015-people.ts'
import { keptPeople } from './0016-kept-people.ts'
import { sessions } from './0017-sessions.ts'
import { openIdAccounts } from './0018-openid-accounts.ts'
import { activityOfUsers } from './0019-activity-of-users.ts'
import { payloadSchema } from './0020-payload-schema.ts'
import { deletedCohorts } from './0021-deleted-cohorts.ts'
import { foundBy } from './0022-found-by.ts'
import { knownNetworks } from './0023-known-networks.ts'
import { encryptionCheck } from './0024-encryption-check.ts'
import { projectSizes } from './0025-project-sizes.ts'
import { structureBytes } from './0026-structure-bytes.ts'
import { activityFilters } from './0027-activity-filters.ts'
import { organizationSlugs } from './0028-organization-slugs.ts'
import { usageEpochs } from './0029-usage-epochs.ts'
import { recountedStructure } from './0030-recounted-structure.ts'
import { earlyAccess } from './0031-early-access.ts'
import { activityTimes } from './0032-activity-times.ts'
import { lastSeen } from './0033-last-seen.ts'
import type { Migration } from './migration.ts'

/** In the order they run. */
export const allMigrations: readonly Migration[] = [
  initial,
  personsAndCohorts,
  dashboards,
  usage,
  idempotencyKeys,
  projectVersions,
  usageKeys,
  eventsAddGroupTypes,
  deletedFlags,
  deletedDashboards,
  flagOwner,
  history,
  keptActivity,
  staleness,
  people,
  keptPeople,
  sessions,
  openIdAccounts,
  activityOfUsers,
  payloadSchema,
  deletedCohorts,
  foundBy,
  knownNetworks,
  encryptionCheck,
  projectSizes,
  structureBytes,
  activityFilters,
  organizationSlugs,
  usageEpochs,
  recountedStructure,
  earlyAccess,
  activityTimes,
  lastSeen,
]
