/** The source of a setting. `option` is a program that starts a server. */
export type SettingSource = 'flag' | 'environment' | 'file' | 'option' | 'default'

/** An invalid setting. The message is one sentence with its name, the reason and the permitted values. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
  readonly source: SettingSource

  constructor(source: SettingSource, message: string) {
    super(message)
    this.source = source
  }
}
