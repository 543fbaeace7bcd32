const OLDEST = { major: 22, minor: 18 }

/**
 * Returns what to do if a Node release is too old for Flagdeck, else `null`. The native SQLite driver crashes on such a
 * release without a message, so call this before you load anything else.
 *
 * @example
 * const problem = nodeVersionProblem(process.versions.node)
 */
export function nodeVersionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const recent = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
  if (recent) return null
  return [
    `Flagdeck needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is Node ${version}.`,
    'Get a current release from https://nodejs.org or with your version manager, for example `nvm install 24`.',
  ].join('\n')
}
