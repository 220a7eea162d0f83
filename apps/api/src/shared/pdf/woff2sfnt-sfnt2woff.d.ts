declare module 'woff2sfnt-sfnt2woff' {
  const converter: { toSfnt(woff: Uint8Array): Buffer }
  export default converter
}
