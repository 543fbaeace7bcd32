/** Edits a flag. */
export const EditFlag = () => null
