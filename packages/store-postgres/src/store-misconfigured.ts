import { StoreUnavailable } from '@flagdeck/core'

/** PostgreSQL cannot be used as it, or its address, is set up. The message contains the fix. */
export class StoreMisconfigured extends StoreUnavailable {
  override readonly isPermanent = true
}
