import { StoreUnavailable } from '@flagdeck/core'

/** PostgreSQL cannot be used with its configuration, or with that of the address. The message contains the fix. */
export class StoreMisconfigured extends StoreUnavailable {
  override readonly isPermanent = true
}
