/** Where a setting came from. `option` is a program that starts a server itself. */
export type SettingSource = 'flag' | 'environment' | 'file' | 'option' | 'default'

/** A setting that cannot be used. The message is one sentence that says which, why, and what is allowed. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
  readonly source: SettingSource

  constructor(source: SettingSource, message: string) {
    super(message)
    this.source = source
  }
}
