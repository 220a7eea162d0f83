import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compressPlugin } from './build/compress.ts'
import { englishOnlyPlugin } from './build/english-only.ts'
import { importedModules } from './build/imported-modules.ts'
import { prefetchPlugin } from './build/prefetch.ts'
import { subsetFontsPlugin } from './build/subset-fonts.ts'

// In development the API runs next to Vite, at this address.
const api = process.env['DEV_API_ORIGIN'] ?? 'http://localhost:4000'
const apiProxy = { target: api, changeOrigin: false }

/** One image per country, wherever the package manager has installed them. */
const flags = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')

const source = (file: string) => join(import.meta.dirname, 'src', file)

/** Pages other than the login that render without the logged-in frame. */
const pagesWithoutFrame = [
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'change-email',
  'undo-email-change',
  'join-team',
].map((page) => source(`routes/${page}.tsx`))
/** Modules shared by pages. */
const general = /node_modules|packages[\\/]|src[\\/](lib|ui|forms)[\\/]/

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
const loggedInFrame = [source('main.tsx'), source('logged-in.tsx')]
/** A page of a table, with fields that filter it. */
const listPage = [source('main.tsx'), source('routes/profile/quotes.tsx')]

/** Modules that load others later; a chunk with one of them would include the code for that, which the quote page needs. */
const entries = ['main.tsx', 'quote.tsx', 'router.tsx', 'providers.tsx', 'form-page.tsx'].map(source)

/** Modules that only the application needs in addition; the quote page must not load them. */
function baseChunk(): Rolldown.CodeSplittingNameFunction {
  let importedSets: ReadonlySet<string> | undefined
  return (id, modules) => {
    importedSets ??= importedModules(modules, [source('main.tsx')]).difference(
      importedModules(modules, quotePage),
    )
    return importedSets.has(id) && !entries.includes(id) ? 'base' : null
  }
}

/** The frames, the gallery of components, and the page that only forwards to the quote page. */
const notPages = [
  'logged-in.tsx',
  'routes/sell/sell-frame.tsx',
  'routes/dev-ui.tsx',
  'routes/quote-link.tsx',
].map(source)

const routes = (...names: string[]) => new Set(names.map((name) => source(`routes/${name}.tsx`)))

/** Pages that have much in common: what two of them share is in one chunk, although some do not need all of it. */
const similarPages: readonly ReadonlySet<string>[] = [
  routes(
    'profile/purchases',
    'profile/quotes',
    'profile/holds',
    'profile/clients',
    'profile/tracked',
    'profile/searches',
  ),
  routes('profile/account', 'profile/team', 'profile/quote-page'),
  routes('home', 'category', 'search', 'search-results'),
  new Set(pagesWithoutFrame),
]

/** Modules of this many pages are in one chunk. */
const manyPages = 8

/** Adds similar pages. Chunks then only import chunks of more pages, never each other. */
function withSimilarPages(pages: ReadonlySet<string>): ReadonlySet<string> {
  const added = similarPages.filter(
    (similar) => pages.intersection(similar).size > 2 && !similar.isSubsetOf(pages),
  )
  if (added.length === 0) return pages
  return withSimilarPages(new Set([...pages, ...added.flatMap((similar) => [...similar])]))
}

/**
 * Chunk of a module that pages, menus and dialogs share, so that a page loads a few files with hardly anything but its
 * own code. `frame` surrounds every logged-in page, `quoted` is its part that the quote page shares and `common` its
 * part that pages without the frame share; other modules are grouped by the pages that need them. Modules of the login
 * are in none, because it would load the whole chunk.
 */
function sharedChunk(): Rolldown.CodeSplittingNameFunction {
  let files: ReadonlyMap<string, string> | undefined
  return (id, modules) => {
    const needsOf = (...entries: string[]) => importedModules(modules, entries)
    const pagesOf = (router: string) => modules.getModuleInfo(source(router))?.dynamicallyImportedIds ?? []
    function assignChunks(): Map<string, string> {
      const before = needsOf(source('main.tsx'), source('routes/login.tsx'))
      const frame = needsOf(source('logged-in.tsx'))
      const quote = needsOf(source('quote.tsx'))
      const withoutFrame = needsOf(...pagesWithoutFrame)
      const pages = [
        ...pagesOf('router.tsx'),
        ...pagesOf('routes/profile/tabs.ts'),
        ...pagesOf('routes/search.tsx'),
        source('quote.tsx'),
      ]
        .filter((page) => !notPages.includes(page))
        .map((page) => ({ page, modules: needsOf(page) }))
      const names = new Map<string, string>()
      const chunkOf = (module: string): string => {
        if (frame.has(module)) {
          if (quote.has(module)) return 'quoted'
          return withoutFrame.has(module) ? 'common' : 'frame'
        }
        const users = pages.filter((each) => each.modules.has(module)).map(({ page }) => page)
        if (users.length >= manyPages) return quote.has(module) ? 'quoted-screens' : 'screens'
        const key = [...withSimilarPages(new Set(users))].toSorted().join()
        const name = names.get(key) ?? `pages-${names.size}`
        names.set(key, name)
        return name
      }
      const found = new Map<string, string>()
      for (const module of new Set([...frame, ...pages.flatMap((each) => [...each.modules])])) {
        if (!before.has(module)) found.set(module, chunkOf(module))
      }
      return found
    }
    files ??= assignChunks()
    return files.get(id) ?? null
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    englishOnlyPlugin(),
    prefetchPlugin(),
    subsetFontsPlugin(),
    compressPlugin(),
  ],
  resolve: { alias: { '@flags': flags } },
  server: {
    proxy: {
      '/api': apiProxy,
      '/config.json': apiProxy,
      '/sandbox': apiProxy,
      '/signing': apiProxy,
      '/handover': apiProxy,
      '/calendars/': apiProxy,
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
            // the code for any render, which includes the core of zod, then the base of every field, then of every
            // form. The logged-in frame needs neither, and tables need no forms.
            {
              name: commonChunk('shared', [loginPage, quotePage, loggedInFrame]),
              debugName: 'shared',
              tags: ['$initial'],
              test: general,
              priority: 5,
            },
            {
              name: commonChunk('fields', [loginPage, quotePage, listPage]),
              debugName: 'fields',
              tags: ['$initial'],
              test: general,
              priority: 4,
            },
            {
              name: commonChunk('forms', [loginPage, quotePage]),
              debugName: 'forms',
              tags: ['$initial'],
              test: general,
              priority: 3,
            },
            { name: baseChunk(), debugName: 'base', tags: ['$initial'], priority: 2 },
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
              name: sharedChunk(),
              debugName: 'shared by pages',
              priority: -1,
              // What only one page needs, and no menu or dialog, stays in the page's own chunk.
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
