import type { Group } from '@flagdeck/core'
import type { GroupType } from '@flagdeck/core/operations'
import {
  addGroupTypeSchema,
  formatTimestamp,
  INTEGER_REQUIRED,
  renameGroupTypeSchema,
  saveGroupSchema,
} from '@flagdeck/core/operations'
import * as z from 'zod'
import { requestBody } from './request-body.ts'
import { dateTime } from './user.ts'

export const GROUP_TYPE_WIRE_NAMES = { name: 'group_type' } as const
export const GROUP_WIRE_NAMES = { key: 'group_key', properties: 'group_properties' } as const

export const addGroupTypeBody = requestBody(addGroupTypeSchema, { wireNames: GROUP_TYPE_WIRE_NAMES })
export const renameGroupTypeBody = requestBody(renameGroupTypeSchema, { wireNames: GROUP_TYPE_WIRE_NAMES })
export const saveGroupBody = requestBody(saveGroupSchema, {
  wireNames: GROUP_WIRE_NAMES,
  refuseUnknownExcept: ['created_at', 'updated_at'],
})

/** The index of a group type in a query. */
export const groupTypeIndexParameter = z
  .string()
  .regex(/^\d{1,9}$/, INTEGER_REQUIRED)
  .transform(Number)

export const groupTypeSchema = z
  .object({
    group_type: z.string(),
    group_type_index: z.int(),
    name_singular: z.string().nullable(),
    name_plural: z.string().nullable(),
  })
  .meta({ id: 'GroupType' })

export function groupTypeBody({ name, index }: GroupType) {
  return { group_type: name, group_type_index: index, name_singular: null, name_plural: null }
}

/** The stored data of a group. */
export const groupSchema = z
  .object({
    group_type_index: z.int(),
    group_key: z.string(),
    group_properties: z.record(z.string(), z.unknown()),
    created_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'Group' })

export function groupBody({ groupTypeIndex, key, properties, createdAt, updatedAt }: Group) {
  return {
    group_type_index: groupTypeIndex,
    group_key: key,
    group_properties: properties,
    created_at: formatTimestamp(createdAt),
    updated_at: formatTimestamp(updatedAt),
  }
}
