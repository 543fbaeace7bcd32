import type { Migration } from './migration.ts'

/**
 * Organizations have a slug. It is null for those of earlier releases, whose slug follows from name and id until they are
 * changed. Instances of the release before go on making such organizations.
 */
export const organizationSlugs: Migration = {
  name: '0028-organization-slugs',
  statements: ({ text }) => [
    `alter table organizations add column slug ${text}`,
    'create unique index organizations_slug on organizations (slug)',
  ],
}
