/** The fields of `changeset status --output` that are used here. */
export interface ReleasePlan {
  readonly changesets: readonly Changeset[]
  readonly releases: readonly { readonly type: string; readonly newVersion: string }[]
}

interface Changeset {
  readonly summary: string
  readonly releases: readonly { readonly type: string }[]
}

/**
 * Returns the changelog with a section for the next release above all others. All packages have the same version, so
 * that of the first package is used.
 * @throws Error if there is nothing to release
 */
export function withRelease(changelog: string, { changesets, releases }: ReleasePlan, date: string): string {
  const raised = releases.find(({ type }) => type !== 'none')
  if (!raised) throw new Error('There is nothing to release: no changeset names a package.')
  const breaks = ({ releases }: Changeset) => releases.some(({ type }) => type !== 'patch' && type !== 'none')
  const section = [
    `## ${raised.newVersion} – ${date}`,
    ...part('To watch when you upgrade', changesets.filter(breaks)),
    ...part(
      'New and mended',
      changesets.filter((changeset) => !breaks(changeset)),
    ),
  ]
  return changelog.replace(/(?=^## )/m, () => `${section.join('\n\n')}\n\n`)
}

function part(title: string, changesets: readonly Changeset[]): readonly string[] {
  const lines = changesets.map(({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`)
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')]
}
