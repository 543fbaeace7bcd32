import { endpoint } from '../../rest/endpoint.ts'
import { manifestSchema } from '../wire/manifest.ts'

/** OpenFeature's manifest, for the caller's project or one that the path names. */
const manifest = {
  method: 'GET',
  auth: 'definitions',
  tag: 'ofrep',
  scope: 'feature_flag:read',
  cors: 'any',
  output: manifestSchema,
} as const

const path = '/openfeature/v0/manifest' as const

export const retrieveManifest = endpoint({
  ...manifest,
  path,
  operationId: 'openfeature_manifest_retrieve',
  summary: 'OpenFeature’s manifest of all flags',
})

export const retrieveProjectManifest = endpoint({
  ...manifest,
  path: `/api/projects/{project_id}${path}`,
  operationId: 'openfeature_project_manifest_retrieve',
  summary: 'OpenFeature’s manifest of all flags of a project',
})
