declare module 'stopword' {
  /** One list of several, named by three-letter language codes. */
  export const eng: readonly string[]
}
