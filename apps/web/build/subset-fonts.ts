import type { Plugin } from 'vite'
import subsetFont from 'subset-font'

/** The weights of the styles, from normal to bold. */
const weights = { min: 400, max: 700 }

/** Kerning, equal figure widths, marks, and contextual forms such as the raised colon in 20:30. */
const features = ['kern', 'tnum', 'calt', 'ccmp', 'locl', 'mark', 'mkmk']

/** All characters; the font keeps those that it contains. */
const characters = Array.from({ length: 0xff_ff }, (_, code) => String.fromCodePoint(code))
  .filter((character) => character.isWellFormed())
  .join('')

/**
 * Leaves out the weights and typographic features of the web font that no style uses: a third of its size. The file
 * keeps its name, so a copy in a browser's cache stays valid.
 */
export function subsetFontsPlugin(): Plugin {
  return {
    name: 'terrace:subset-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) return
          file.source = await subsetFont(Buffer.from(file.source), characters, {
            targetFormat: 'woff2',
            keepFeatures: features,
            variationAxes: { wght: weights },
          })
        }),
      )
    },
  }
}
