import { activityBody } from '../../src/api/wire/activity.ts'
import { earlyAccessFeatureBody } from '../../src/api/wire/early-access.ts'
import { flagBody, usedFlagBody, writtenFlagBody } from '../../src/api/wire/flag.ts'
import { flagDecisionBody } from '../../src/api/wire/flag-decision.ts'
import { evaluationReasonsBody, myFlagBody } from '../../src/api/wire/flag-evaluation.ts'
import {
  deletedFlagsAnswer,
  dependentFlagBody,
  flagKeysAnswer,
  flagStatusBody,
} from '../../src/api/wire/flag-life-cycle.ts'
import { flagUsageBody } from '../../src/api/wire/flag-usage.ts'
import { flagVersionBody } from '../../src/api/wire/flag-version.ts'
import { blastRadiiAnswer, blastRadiusAnswer, previewAnswer } from '../../src/api/wire/impact.ts'
import { roleAccessBody } from '../../src/api/wire/role.ts'
import { testEvaluationAnswer } from '../../src/api/wire/test-evaluation.ts'
import { differenceBody, versionSummaryBody } from '../../src/api/wire/version.ts'
import { listed, type Step, step } from './step.ts'

const FLAGS = 'feature_flags/'
const FEATURES = 'early_access_feature/'
const OPEN = { groups: [{ properties: [], rollout_percentage: 100 }] }
const ADA = { distinctId: 'ada', properties: { plan: 'pro' } }
const SENT_ADA = { distinct_id: 'ada', person_properties: { plan: 'pro' } }
const LOOKS = {
  groups: [{ properties: [{ key: '1', type: 'flag', operator: 'flag_evaluates_to', value: true }] }],
} as const

/** Steps about flags: requests that succeed, are refused, or concern missing flags. */
export const FLAG_STEPS: readonly Step[] = [
  step(
    'feature_flags_create',
    `POST ${FLAGS}`,
    async ({ flags }) => writtenFlagBody(await flags.create({ key: 'a', filters: OPEN, tags: ['X'], owner: 'Ada' })),
    { json: { key: 'a', filters: OPEN, tags: ['X'], owner: 'Ada' } },
  ),
  step(
    'feature_flags_create',
    `POST ${FLAGS}`,
    async ({ flags }) => writtenFlagBody(await flags.create({ key: 'b', filters: LOOKS })),
    {
      json: { key: 'b', filters: LOOKS },
    },
  ),
  // An application may pass values that its types forbid.
  step('feature_flags_create', `POST ${FLAGS}`, ({ flags }) => flags.create({ key: 'no key', name: 5 } as never), {
    json: { key: 'no key', name: 5 },
  }),
  step('feature_flags_list', `GET ${FLAGS}?order=key&owner=ADA`, ({ flags }) =>
    listed(flags.list({ order: 'key', owner: 'ADA' }), flagBody),
  ),
  step('feature_flags_list', `GET ${FLAGS}?usage=7d`, ({ flags }) => listed(flags.listWithUsage(), usedFlagBody)),
  step('feature_flags_list', `GET ${FLAGS}?order=nonsense`, ({ flags }) => flags.list({ order: 'nonsense' })),
  step('feature_flags_retrieve', `GET ${FLAGS}1/`, async ({ flags }) => flagBody(await flags.get(1))),
  step('feature_flags_retrieve', `GET ${FLAGS}99/`, ({ flags }) => flags.get(99)),
  step(
    'feature_flags_partial_update',
    `PATCH ${FLAGS}1/`,
    async ({ flags }) => writtenFlagBody(await flags.update(1, { name: 'New', filters: OPEN, version: 1 })),
    { json: { name: 'New', filters: OPEN, version: 1 } },
  ),
  step(
    'feature_flags_partial_update',
    `PATCH ${FLAGS}1/`,
    ({ flags }) =>
      flags.update(1, { evaluationRuntime: 'moon', filters: { groups: [{ rollout_percentage: 101 }] } } as never),
    { json: { evaluation_runtime: 'moon', filters: { groups: [{ rollout_percentage: 101 }] } } },
  ),
  step(
    'feature_flags_update',
    `PUT ${FLAGS}1/`,
    async ({ flags }) => writtenFlagBody(await flags.update(1, { key: 'a', name: 'Newer' })),
    { json: { key: 'a', name: 'Newer' } },
  ),
  step(
    'feature_flags_partial_update',
    `PATCH ${FLAGS}1/?dry_run=true`,
    async (project) => {
      const tried = await project.dryRun(({ flags }) => flags.update(1, { name: 'Tried' }))
      return { ...writtenFlagBody(tried), preview: previewAnswer(await project.flags.preview(1, { name: 'Tried' })) }
    },
    { json: { name: 'Tried' } },
  ),
  step(
    'feature_flags_preview_create',
    `POST ${FLAGS}1/preview/`,
    async ({ flags }) => previewAnswer(await flags.preview(1, { active: true })),
    {
      json: { active: true },
    },
  ),
  step(
    'feature_flags_user_blast_radius_create',
    `POST ${FLAGS}user_blast_radius/`,
    async ({ flags }) => blastRadiusAnswer(await flags.blastRadius({ condition: { properties: [] } })),
    { json: { condition: { properties: [] } } },
  ),
  step(
    'feature_flags_user_blast_radius_create',
    `POST ${FLAGS}user_blast_radius/`,
    ({ flags }) => flags.blastRadius({} as never),
    {
      json: {},
    },
  ),
  step(
    'feature_flags_bulk_user_blast_radius_create',
    `POST ${FLAGS}bulk_user_blast_radius/`,
    async ({ flags }) =>
      blastRadiiAnswer(await flags.blastRadii([{ condition: { properties: [] } }, { condition: 'all' as never }])),
    { json: { conditions: [{ condition: { properties: [] } }, { condition: 'all' }] } },
  ),
  step('feature_flags_usage_retrieve', `GET ${FLAGS}1/usage/`, async ({ flags }) =>
    flagUsageBody(await flags.usage(1)),
  ),
  step('feature_flags_status_retrieve', `GET ${FLAGS}1/status/`, async ({ flags }) =>
    flagStatusBody(await flags.status(1)),
  ),
  step('feature_flags_dependent_flags_list', `GET ${FLAGS}1/dependent_flags/`, async ({ flags }) =>
    (await flags.dependents(1)).map(dependentFlagBody),
  ),
  step(
    'feature_flags_create_static_cohort_for_flag_create',
    `POST ${FLAGS}77/create_static_cohort_for_flag/`,
    ({ flags }) => flags.createStaticCohort(77),
  ),
  step('feature_flags_disable_create', `POST ${FLAGS}1/disable/`, ({ flags }) => flags.disable(1)),
  step('feature_flags_disable_create', `POST ${FLAGS}2/disable/`, async ({ flags }) =>
    flagBody(await flags.disable(2)),
  ),
  step('feature_flags_archive_create', `POST ${FLAGS}2/archive/`, async ({ flags }) =>
    flagBody(await flags.archive(2)),
  ),
  step('feature_flags_enable_create', `POST ${FLAGS}2/enable/`, ({ flags }) => flags.enable(2)),
  step('feature_flags_unarchive_create', `POST ${FLAGS}2/unarchive/`, async ({ flags }) =>
    flagBody(await flags.unarchive(2)),
  ),
  step('feature_flags_enable_create', `POST ${FLAGS}2/enable/`, async ({ flags }) => flagBody(await flags.enable(2))),
  step('feature_flags_reset_usage_create', `POST ${FLAGS}2/reset_usage/`, async ({ flags }) =>
    flagBody(await flags.resetUsage(2)),
  ),
  step('feature_flags_matching_ids_retrieve', `GET ${FLAGS}matching_ids/?order=key`, async ({ flags }) => {
    const ids = await flags.matchingIds({ order: 'key' })
    return { ids, total: ids.length }
  }),
  step(
    'feature_flags_bulk_keys_create',
    `POST ${FLAGS}bulk_keys/`,
    async ({ flags }) => flagKeysAnswer(await flags.keys([1, '2', 'x'])),
    {
      json: { ids: [1, '2', 'x'] },
    },
  ),
  step(
    'feature_flags_bulk_update_tags_create',
    `POST ${FLAGS}bulk_update_tags/`,
    ({ flags }) => flags.updateTags({ ids: [1, 77], action: 'add', tags: ['t'] }),
    {
      json: { ids: [1, 77], action: 'add', tags: ['t'] },
    },
  ),
  step(
    'feature_flags_bulk_update_tags_create',
    `POST ${FLAGS}bulk_update_tags/`,
    ({ flags }) => flags.updateTags({ ids: [1], action: 'add', tags: [] }),
    {
      json: { ids: [1], action: 'add', tags: [] },
    },
  ),
  step(
    'feature_flags_bulk_delete_create',
    `POST ${FLAGS}bulk_delete/`,
    async ({ flags }) => deletedFlagsAnswer(await flags.deleteMany({ ids: [2, 77] })),
    {
      json: { ids: [2, 77] },
    },
  ),
  step(
    'feature_flags_bulk_delete_create',
    `POST ${FLAGS}bulk_delete/`,
    ({ flags }) => flags.deleteMany({ ids: [1], filters: {} }),
    {
      json: { ids: [1], filters: {} },
    },
  ),
  step(
    'feature_flags_partial_update',
    `PATCH ${FLAGS}2/`,
    async ({ flags }) => writtenFlagBody(await flags.restore(2)),
    {
      json: { deleted: false },
    },
  ),
  step('feature_flags_versions_list', `GET ${FLAGS}1/versions/`, ({ flags }) =>
    listed(flags.versions(1), versionSummaryBody),
  ),
  step('feature_flags_versions_retrieve', `GET ${FLAGS}1/versions/1/`, async ({ flags }) =>
    flagVersionBody(await flags.version(1, 1)),
  ),
  step('feature_flags_versions_retrieve', `GET ${FLAGS}1/versions/77/`, ({ flags }) => flags.version(1, 77)),
  step('feature_flags_versions_diff_retrieve', `GET ${FLAGS}1/versions/1/diff/?to=2`, async ({ flags }) =>
    differenceBody(await flags.difference(1, 1, 2)),
  ),
  step('feature_flags_versions_restore_create', `POST ${FLAGS}1/versions/1/restore/`, async ({ flags }) =>
    writtenFlagBody(await flags.restore(1, 1)),
  ),
  step('feature_flags_activity_retrieve', `GET ${FLAGS}1/activity/`, ({ flags }) =>
    listed(flags.activity(1, { limit: 10 }), activityBody, 'total_count'),
  ),
  step('feature_flags_all_activity_retrieve', `GET ${FLAGS}activity/`, ({ flags }) =>
    listed(flags.activity(undefined, { limit: 10 }), activityBody, 'total_count'),
  ),
  step(
    'feature_flags_evaluation_reasons_retrieve',
    `GET ${FLAGS}evaluation_reasons/?distinct_id=ada`,
    async ({ flags }) => evaluationReasonsBody((await flags.decisions({ distinctId: 'ada' })).items),
  ),
  step(
    'feature_flags_decisions_create',
    `POST ${FLAGS}decisions/`,
    ({ flags }) => listed(flags.decisions(ADA), flagDecisionBody),
    {
      json: SENT_ADA,
    },
  ),
  step('feature_flags_my_flags_retrieve', `GET ${FLAGS}my_flags/`, async ({ flags }) =>
    (await flags.mine()).items.map(myFlagBody),
  ),
  step(
    'feature_flags_test_evaluation_create',
    `POST ${FLAGS}1/test_evaluation/`,
    async ({ flags }) => testEvaluationAnswer(await flags.test(1, ADA), ADA),
    {
      json: SENT_ADA,
    },
  ),
  step(
    'feature_flags_test_evaluation_create',
    `POST ${FLAGS}1/test_evaluation/`,
    async ({ flags }) => testEvaluationAnswer(await flags.test(1, ADA, { active: false }), ADA),
    { json: { ...SENT_ADA, changes: { active: false } } },
  ),
  step('feature_flags_test_evaluation_create', `POST ${FLAGS}99/test_evaluation/`, ({ flags }) => flags.test(99, ADA), {
    json: SENT_ADA,
  }),
  step('openfeature_project_manifest_retrieve', 'GET openfeature/v0/manifest', async ({ flags }) => ({
    flags: await flags.manifest(),
  })),
  step('feature_flags_remote_config_retrieve', `GET ${FLAGS}a/remote_config/`, ({ flags }) => flags.remoteConfig('a')),
  step(
    'feature_flags_role_access_create',
    `POST ${FLAGS}1/role_access/`,
    async ({ flags }, { role = '' }) => roleAccessBody(await flags.access.grant(1, { roleId: role })),
    {
      json: { role_id: '{role}' },
    },
  ),
  step(
    'feature_flags_role_access_create',
    `POST ${FLAGS}1/role_access/`,
    ({ flags }) => flags.access.grant(1, { roleId: 'x' }),
    {
      json: { role_id: 'x' },
    },
  ),
  step('feature_flags_role_access_list', `GET ${FLAGS}1/role_access/`, ({ flags }) =>
    listed(flags.access.list(1), roleAccessBody),
  ),
  step('feature_flags_role_access_retrieve', `GET ${FLAGS}1/role_access/1/`, async ({ flags }) =>
    roleAccessBody(await flags.access.get(1, 1)),
  ),
  step('feature_flags_role_access_destroy', `DELETE ${FLAGS}1/role_access/1/`, ({ flags }) =>
    flags.access.revoke(1, 1),
  ),
  step(
    'early_access_feature_create',
    `POST ${FEATURES}`,
    async ({ earlyAccessFeatures }) =>
      earlyAccessFeatureBody(await earlyAccessFeatures.create({ name: 'New checkout', stage: 'beta' })),
    { json: { name: 'New checkout', stage: 'beta' }, keep: 'feature' },
  ),
  step(
    'early_access_feature_create',
    `POST ${FEATURES}`,
    async ({ earlyAccessFeatures }) =>
      earlyAccessFeatureBody(await earlyAccessFeatures.create({ name: 'Of a', stage: 'draft', featureFlagId: 1 })),
    { json: { name: 'Of a', stage: 'draft', feature_flag_id: 1 } },
  ),
  step('early_access_feature_list', `GET ${FEATURES}?limit=1`, ({ earlyAccessFeatures }) =>
    listed(earlyAccessFeatures.list({ limit: 1 }), earlyAccessFeatureBody),
  ),
  step(
    'early_access_feature_partial_update',
    `PATCH ${FEATURES}{feature}/`,
    async ({ earlyAccessFeatures }, { feature = '' }) =>
      earlyAccessFeatureBody(await earlyAccessFeatures.update(feature, { documentationUrl: 'https://docs.test' })),
    { json: { documentation_url: 'https://docs.test' } },
  ),
  step(
    'early_access_feature_partial_update',
    `PATCH ${FEATURES}{feature}/`,
    ({ earlyAccessFeatures }, { feature = '' }) => earlyAccessFeatures.update(feature, { documentationUrl: 'x' }),
    { json: { documentation_url: 'x' } },
  ),
  step(
    'early_access_feature_retrieve',
    `GET ${FEATURES}{feature}/`,
    async ({ earlyAccessFeatures }, { feature = '' }) => earlyAccessFeatureBody(await earlyAccessFeatures.get(feature)),
  ),
  step('early_access_feature_destroy', `DELETE ${FEATURES}{feature}/`, ({ earlyAccessFeatures }, { feature = '' }) =>
    earlyAccessFeatures.delete(feature),
  ),
  step('early_access_feature_retrieve', `GET ${FEATURES}{feature}/`, ({ earlyAccessFeatures }, { feature = '' }) =>
    earlyAccessFeatures.get(feature),
  ),
]
