import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// In development the API runs beside Vite; its address is the only thing that Vite needs to be told.
const api = process.env['TERRACE_API'] ?? 'http://localhost:4000'
const behind = { target: api, changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/api': behind,
      '/config.json': behind,
      '/sandbox': behind,
      '/signing': behind,
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page loads, in one file: it compresses better whole, and stays cached when screens change.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|zod|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
            },
          ],
        },
      },
    },
  },
})
