/** Makes a flag. */
export const NewFlag = () => null
