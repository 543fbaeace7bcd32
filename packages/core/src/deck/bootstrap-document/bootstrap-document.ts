import type { FlagAccessLevel } from '../../data/records/flag-access-level.ts'
import type { MembershipLevelName } from '../../data/records/membership.ts'
import type { Scope } from '../../data/records/scope.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'

/**
 * A bootstrap document, with the field names of docs/bootstrap.md. Missing fields have the defaults given there. It is
 * a single type because compilers that write declarations name only types that the package exports.
 */
export interface BootstrapDocument {
  readonly organizations: readonly {
    /** Unique in the database: an existing organization with this name is left unchanged. */
    readonly name: string
    /** What members without a role may do with flags: 21 view, 37 edit; null: everything. */
    readonly default_feature_flags_access_level?: FlagAccessLevel | null | undefined
    readonly members?:
      | readonly {
          readonly email: string
          readonly first_name?: string | undefined
          readonly last_name?: string | undefined
          readonly is_email_verified?: boolean | null | undefined
          readonly level?: MembershipLevelName | undefined
          readonly api_keys?:
            | readonly {
                readonly label?: string | undefined
                /** Starts with `phx_`. */
                readonly value: string
                readonly scopes?: readonly Scope[] | undefined
                /** Names of projects of the organization; when missing, all projects that the member can access. */
                readonly projects?: readonly string[] | undefined
                /** ISO 8601; null: never. */
                readonly expires_at?: string | null | undefined
              }[]
            | undefined
        }[]
      | undefined
    readonly roles?:
      | readonly {
          readonly name: string
          readonly feature_flags_access_level?: FlagAccessLevel | undefined
          /** E-mail addresses of members. */
          readonly members?: readonly string[] | undefined
        }[]
      | undefined
    readonly projects?:
      | readonly {
          readonly name: string
          readonly api_token?: string | undefined
          readonly secret_api_token?: string | undefined
          /** IANA time zone name. */
          readonly timezone?: string | undefined
          readonly group_types?: readonly string[] | undefined
          readonly events_add_group_types?: boolean | undefined
          readonly property_matching_version?: 1 | 2 | undefined
          /** In days; null: never. */
          readonly staleness?:
            | {
                readonly not_called_days?: number | null | undefined
                readonly never_called_days?: number | null | undefined
                readonly rolled_out_days?: number | null | undefined
              }
            | undefined
          /** With the field names of the API. */
          readonly flags?:
            | readonly {
                readonly key: string
                readonly filters?: FilterInput | undefined
                readonly [field: string]: JsonValue | FilterInput | undefined
              }[]
            | undefined
        }[]
      | undefined
  }[]
}
