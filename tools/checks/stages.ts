import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'
import { playwrightCounts, vitestCounts } from './test-counts.ts'

const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
}

const sourceFolders = ['apps', 'packages', 'tools', 'seeds', 'bench', 'chaos', 'deploy', 'e2e'].filter(
  (folder) => existsSync(join(import.meta.dirname, '../..', folder)),
)

/** All checks in their starting order; test runners write their reports to the folder `reports`. */
export function allStages(reports: string): Stage[] {
  return [
    // Waits for restarting processes most of the time, so checks of the code run at the same time.
    { name: 'chaos: checkout', commands: [['chaos/run.ts', 'checkout', '--times', '1']] },
    {
      name: 'types',
      commands: [
        [tools.tsc, '-p', 'tsconfig.json'],
        [tools.tsc, '-p', 'apps/web/tsconfig.json'],
      ],
    },
    { name: 'lint', commands: [[tools.oxlint, '--type-aware']] },
    { name: 'format', commands: [[tools.oxfmt, '--check', '.']] },
    {
      name: 'import rules',
      commands: [[tools.depcruise, '--config', '.dependency-cruiser.mjs', ...sourceFolders]],
    },
    { name: 'dead code', commands: [[tools.knip]] },
    { name: 'language', commands: [['tools/language/check-words.ts']] },
    { name: 'requirement coverage', commands: [['tools/requirements/report-coverage.ts']] },
    { name: 'web build', commands: [['tools/checks/build-web.ts']] },
    { name: 'page weight', commands: [['tools/checks/page-weight.ts']], after: ['web build'] },
    vitestStage('unit', ['unit'], reports),
    // One after the other: side by side, each set waits for the memory and the cores of the other.
    vitestStage('web components', ['web'], reports),
    vitestStage('web pages', ['web-pages'], reports),
    vitestStage('api', ['api'], reports),
    previousReleaseStage(reports),
    // Limits how old a response may be, so it needs both cores.
    {
      name: 'chaos: consistency',
      commands: [['chaos/run.ts', 'consistency', '--minutes', '0.5']],
      exclusive: true,
    },
    { name: 'browser', commands: [['tools/checks/unpack-browser.ts']] },
    // Each has its own server and stock and leaves one core free. Both take about as long.
    e2eStage('desktop', ['desktop'], { port: 4181, reports }),
    e2eStage('phone', ['phone', 'separate'], { port: 4191, reports }),
  ]
}

/** The stages of `npm run check`, which takes about a minute. Component tests take longer. */
export function quickStages(reports: string): Stage[] {
  const quick = new Set(['types', 'lint', 'import rules', 'language', 'unit'])
  return allStages(reports).filter(({ name }) => quick.has(name))
}

function vitestStage(name: string, projects: readonly string[], reports: string): Stage {
  const report = join(reports, `${name}.json`)
  return {
    name,
    commands: [
      [
        tools.vitest,
        'run',
        ...inProjects(projects),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    ],
    exclusive: true,
    counts: (ok) => vitestCounts(report, ok),
  }
}

/** Checkout and holds of the previous release on the schema of this one, as during an upgrade. */
function previousReleaseStage(reports: string): Stage {
  const report = join(reports, 'previous-release.json')
  return {
    name: 'upgrade',
    commands: [['tools/checks/previous-release.ts', join(reports, 'previous-release'), report]],
    exclusive: true,
    counts: (ok) => vitestCounts(report, ok),
  }
}

function e2eStage(
  name: string,
  projects: readonly string[],
  { port, reports }: { port: number; reports: string },
): Stage {
  const report = join(reports, `e2e-${name}.json`)
  const output = `test-results/${name}`
  return {
    name: `e2e: ${name}`,
    commands: [
      [tools.playwright, 'test', ...inProjects(projects), '--output', output, '--reporter=list,json'],
    ],
    env: { E2E_PORT: String(port), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    after: ['web build', 'browser'],
    counts: (ok) => playwrightCounts(report, ok),
  }
}

const inProjects = (projects: readonly string[]) => projects.flatMap((project) => ['--project', project])
