/** The page of one flag. */
export const FlagScreen = () => null
