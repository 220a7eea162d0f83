import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './tools/checks/slow-files-first.ts'

// Tags in test titles, such as [X-HOLD-08], are ids of docs/requirements.md; packages/contracts/src/route.ts explains "spec §n".
const unitFolders = ['packages/*/src', 'apps/sandbox/src', 'tools', 'bench', 'chaos', 'deploy', 'seeds']

// Long timeouts: a slow machine must not fail a test. By default vitest leaves one core free.
const limits = { testTimeout: 240_000, hookTimeout: 240_000, maxWorkers: '100%' }

// CI repeats a failed test once and lists it, so that chance does not stop a change. Elsewhere it fails.
const retry = process.env['CI'] ? 1 : 0

const webTests = {
  ...limits,
  retry,
  root: 'apps/web',
  include: ['src/**/*.test.{ts,tsx}'],
  setupFiles: [`${import.meta.dirname}/apps/web/src/test/environment/setup.ts`],
  sequence: { shuffle: true },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
}

const webFolder = join(import.meta.dirname, 'apps/web')

/**
 * Component tests that need a window and modules of their own: they show whole pages and parts that load others later,
 * or replace modules, which no other file may see.
 */
const filesWithOwnWindow = globSync('src/**/*.test.{ts,tsx}', { cwd: webFolder }).filter(
  (file) =>
    /^src\/(routes\/|features\/.*\.tsx$)/.test(file) ||
    /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(webFolder, file), 'utf8')),
)

export default defineConfig({
  test: {
    ...limits,
    retry,
    // Random order reveals tests that depend on each other.
    sequence: { shuffle: true, sequencer: SlowFilesFirst },
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
          // As for the API below.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['apps/api/src/**/*.test.ts'],
          // Files of a worker share the loaded modules, which otherwise take a third of the time. Each file still has
          // its own application and database.
          isolate: false,
          // Many tests wait for the database, jobs and emails.
          maxWorkers: availableParallelism() * 2,
          globalSetup: ['apps/api/src/test/global-setup.ts'],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...webTests,
          name: 'web',
          // Files of a process share its window and the loaded modules, which otherwise take most of the time.
          environment: `${import.meta.dirname}/apps/web/src/test/environment/shared-window.ts`,
          isolate: false,
          exclude: filesWithOwnWindow,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...webTests,
          name: 'web-pages',
          // Every file has its own window and modules, in processes that the files share.
          environment: `${import.meta.dirname}/apps/web/src/test/environment/own-window.ts`,
          pool: 'vmForks',
          // Windows of finished files stay in memory. Above this, a new process takes over.
          vmMemoryLimit: '1GB',
          include: filesWithOwnWindow,
        },
      },
    ],
  },
})
