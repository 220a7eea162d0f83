declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2'
    /** OpenType features to keep; all by default. */
    keepFeatures?: readonly string[]
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  /** Keeps the glyphs of the characters in `text`. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
