import type { Migration } from './migration.ts'

/**
 * Organizations have a slug. It is null for organizations of earlier releases, whose slug is derived from name and id
 * until they are changed. Instances of the previous release continue to create such organizations.
 */
export const organizationSlugs: Migration = {
  name: '0028-organization-slugs',
  statements: ({ text }) => [
    `alter table organizations add column slug ${text}`,
    'create unique index organizations_slug on organizations (slug)',
  ],
}
