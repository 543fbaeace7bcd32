import type { PersonalApiKey } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core/operations'

/** Returns a personal API key as `--json` prints it, without its value. */
export function keyData(key: PersonalApiKey) {
  return {
    id: key.id,
    label: key.label,
    mask_value: key.maskValue,
    scopes: key.scopes,
    project_ids: key.scopedProjectIds,
    organization_ids: key.scopedOrganizationIds,
    created_at: formatTimestamp(key.createdAt),
    expires_at: key.expiresAt && formatTimestamp(key.expiresAt),
    last_used_at: key.lastUsedAt && formatTimestamp(key.lastUsedAt),
  }
}
