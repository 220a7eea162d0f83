import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compressPlugin } from './build/compress.ts'
import { englishOnlyPlugin } from './build/english-only.ts'
import { prefetchPlugin } from './build/prefetch.ts'

// In development the API runs next to Vite, at this address.
const api = process.env['TERRACE_API'] ?? 'http://localhost:4000'
const apiProxy = { target: api, changeOrigin: false }

/** One image per country, wherever the package manager has installed them. */
const flags = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')

const source = (file: string) => join(import.meta.dirname, 'src', file)

/** Pages other than the login that render without the signed-in frame. */
const pagesWithoutShell = ['sign-up', 'forgot-password', 'reset-password', 'verify-email', 'join-team'].map(
  (page) => source(`routes/${page}.tsx`),
)
const eventPage = source('routes/event-listings.tsx')

const checkoutPage = source('routes/checkout.tsx')

/** Pages with forms or long lists, and the one with everything; the others are there to read. */
const pagesToWorkOn = [
  ...pagesWithoutShell,
  eventPage,
  checkoutPage,
  source('routes/profile-tabs.ts'),
  source('routes/dev-ui.tsx'),
]

/** Modules shared by pages. */
const general = /node_modules|packages[\\/]|src[\\/](lib|ui|forms)[\\/]/

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const isOfQuote = (module: string) => /src[\\/](features[\\/]quote-page|routes[\\/]quote\.tsx$)/.test(module)

/** The entries and all their static imports. */
function importedModules(modules: Modules, entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return found
}

/** Modules that all of these pages need for the first render. */
function commonChunk(
  name: string,
  pages: readonly (readonly string[])[],
): Rolldown.CodeSplittingNameFunction {
  let importedSets: ReadonlySet<string>[] | undefined
  return (id, modules) => {
    importedSets ??= pages.map((entries) => importedModules(modules, entries))
    return importedSets.every((each) => each.has(id)) ? name : null
  }
}

const loginPage = [source('main.tsx'), source('routes/login.tsx')]
const quotePage = [source('quote.tsx')]
const signedInFrame = [source('main.tsx'), source('signed-in.tsx')]

/** Modules that only the application needs in addition; the quote page must not load them. */
function baseChunk(): Rolldown.CodeSplittingNameFunction {
  let importedSets: ReadonlySet<string> | undefined
  return (id, modules) => {
    importedSets ??= importedModules(modules, [source('main.tsx')])
    return importedSets.has(id) ? 'base' : null
  }
}

/**
 * Chunk of a shared module of the event page, so the page does not load a hundred small files. `frame` surrounds every
 * signed-in page, and `quoted` is its part that the quote page shares; `offers` is shared with the quote page, `parts`
 * with the quote page and the pages to read, `screens` with the pages to read, `common` with pages without the frame,
 * `forms` with checkout, `lists` with the profile, and `event` with the page's own dialogs. Modules of the login are in
 * none, because it would load the whole chunk.
 */
function eventPageChunk(): Rolldown.CodeSplittingNameFunction {
  let files: ReadonlyMap<string, string> | undefined
  return (id, modules) => {
    const importsOf = (...entries: string[]) => importedModules(modules, entries)
    function assignChunks(): Map<string, string> {
      const before = importsOf(source('main.tsx'), source('routes/login.tsx'))
      const quotePageModules = importsOf(source('quote.tsx'))
      const common = importsOf(...pagesWithoutShell)
      const frame = importsOf(source('signed-in.tsx'))
      const pagesOf = (router: string) => modules.getModuleInfo(source(router))?.dynamicallyImportedIds ?? []
      const read = importsOf(...pagesOf('router.tsx').filter((page) => !pagesToWorkOn.includes(page)))
      const profile = importsOf(...pagesOf('routes/profile-tabs.ts'))
      const checkout = importsOf(checkoutPage)
      const chunkOf = (module: string) => {
        if (isOfQuote(module)) return 'quote'
        if (quotePageModules.has(module)) {
          if (frame.has(module)) return 'quoted'
          return read.has(module) ? 'parts' : 'offers'
        }
        if (common.has(module)) return 'common'
        if (frame.has(module)) return 'frame'
        if (read.has(module)) return 'screens'
        if (checkout.has(module)) return 'forms'
        return profile.has(module) ? 'lists' : 'event'
      }
      const all = [...quotePageModules, ...frame, ...importsOf(eventPage)].filter(
        (module) => !before.has(module),
      )
      return new Map(all.map((module) => [module, chunkOf(module)]))
    }
    files ??= assignChunks()
    return files.get(id) ?? null
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), englishOnlyPlugin(), prefetchPlugin(), compressPlugin()],
  resolve: { alias: { '@flags': flags } },
  server: {
    proxy: {
      '/api': apiProxy,
      '/config.json': apiProxy,
      '/sandbox': apiProxy,
      '/signing': apiProxy,
      '/handover': apiProxy,
      '/chat/widget.js': apiProxy,
      '/dev/mail': apiProxy,
      '/health': apiProxy,
      '/1/': apiProxy,
      '/app/': { ...apiProxy, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()` carries the two themes; older targets would double the style sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts stay separate files: the content security policy blocks `data:` fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Maps pages to files, for tools/checks/page-weight.ts.
    manifest: true,
    rolldownOptions: {
      // The application, and the small quote page.
      input: ['index.html', 'quote.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            // Chunks that every page loads: they compress better together and stay cached when pages change. First
            // the code for any render, which includes the core of zod, then the base of every form, which the
            // signed-in frame does not need.
            {
              name: commonChunk('shared', [loginPage, quotePage, signedInFrame]),
              debugName: 'shared',
              tags: ['$initial'],
              test: general,
              priority: 4,
            },
            {
              name: commonChunk('fields', [loginPage, quotePage]),
              debugName: 'fields',
              tags: ['$initial'],
              test: general,
              priority: 3,
            },
            { name: baseChunk(), debugName: 'base', tags: ['$initial'], test: general, priority: 2 },
            {
              name: 'controls',
              test: /src[\\/](lib[\\/]http[\\/]api-client|ui[\\/]controls[\\/](button|text-field))\.tsx?$/,
              priority: 1,
            },
            // Small parts of menus and dialogs that simpler controls also need.
            {
              name: 'focus',
              test: /react-aria[\\/]dist[\\/]private[\\/](focus|utils)[\\/]|SharedElementTransition/,
            },
            {
              name: eventPageChunk(),
              debugName: 'files of the event page',
              priority: -1,
              // Modules of a single page stay in its own chunk; otherwise the chunks would depend on each other.
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
