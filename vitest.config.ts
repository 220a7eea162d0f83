import { defineConfig } from 'vitest/config'

const unitFolders = ['packages/*/src', 'tools', 'bench', 'chaos', 'seeds']

// Enough for a machine that is slow or busy with other things: a test is judged by what it finds, not by its pace.
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }

export default defineConfig({
  test: {
    ...patience,
    // A test that leaves something behind for the next one would pass or fail by luck.
    sequence: { shuffle: true },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: unitFolders.map((folder) => `${folder}/**/*.test.ts`),
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['apps/api/src/**/*.test.ts'],
          globalSetup: ['apps/api/src/test/global-setup.ts'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'jsdom',
          ...patience,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [`${import.meta.dirname}/apps/web/src/test/setup.ts`],
          sequence: { shuffle: true },
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
    ],
  },
})
