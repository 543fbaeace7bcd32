/** 21: may only view flags. 37: may edit every flag (ROLE-7). */
export const FLAG_ACCESS_LEVELS = { view: 21, edit: 37 } as const

/** One of {@link FLAG_ACCESS_LEVELS}. */
export type FlagAccessLevel = (typeof FLAG_ACCESS_LEVELS)[keyof typeof FLAG_ACCESS_LEVELS]
