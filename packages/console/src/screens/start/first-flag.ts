/** The key in code for a project without flags. */
export const FIRST_FLAG = 'my-first-flag'
