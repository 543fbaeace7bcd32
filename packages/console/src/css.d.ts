/** A screen imports its own style sheet, which the build writes next to its chunk. */
declare module '*.css'
