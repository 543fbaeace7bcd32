/** A screen brings its own style sheet, which the build puts beside its chunk. */
declare module '*.css'
