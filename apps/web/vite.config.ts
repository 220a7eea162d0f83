import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// In development the API runs beside Vite; its address is the only thing that Vite needs to be told.
const api = process.env['TERRACE_API'] ?? 'http://localhost:4000'
const behind = { target: api, changeOrigin: false }

/** One drawing for each country, wherever the package manager has put them. */
const flags = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@flags': flags } },
  server: {
    proxy: {
      '/api': behind,
      '/config.json': behind,
      '/sandbox': behind,
      '/signing': behind,
      '/handover': behind,
      '/chat/widget.js': behind,
      '/dev/mail': behind,
      '/health': behind,
      '/1/': behind,
      '/app/': { ...behind, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // light-dark() carries the two themes; older targets would have it rewritten into twice the style sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Fonts stay files of their own: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which screen loads which files, for tools/checks/page-weight.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page loads, in two files: they compress better whole, and stay cached when screens change. First
            // what draws anything at all, of which zod is the core and its small front, then what every form is made of.
            {
              name: 'base',
              tags: ['$initial'],
              test: /node_modules|packages[\\/]|src[\\/](lib|ui)[\\/]/,
              priority: 2,
            },
            {
              name: 'controls',
              test: /src[\\/](lib[\\/]api-client|ui[\\/](button|text-field))\.tsx?$/,
              priority: 1,
            },
            // Small parts of menus and dialogs that simpler controls need too, which must not bring all of those along.
            {
              name: 'focus',
              test: /react-aria[\\/]dist[\\/]private[\\/](focus|utils)[\\/]|SharedElementTransition/,
            },
          ],
        },
      },
    },
  },
})
