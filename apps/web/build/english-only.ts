import type { Plugin } from 'vite'

/** A file with React Aria's texts in one language, which is its name. */
const texts = /react-(aria|stately|aria-components)[\\/].*[\\/]intl[\\/].*?([a-z]{2}-[A-Z]{2})\.mjs$/

/** Leaves out React Aria's texts in other languages: the interface is English, and they weigh more than the controls. */
export function englishOnlyPlugin(): Plugin {
  return {
    name: 'terrace:english-only',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const language = texts.exec(id)?.[2]
      // React Aria falls back to English.
      return language !== undefined && language !== 'en-US' ? 'export default undefined' : null
    },
  }
}
