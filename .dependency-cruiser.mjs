/**
 * Which parts may import each other (docs/architecture.md §1). Anything not allowed here is forbidden: adding an edge is a
 * design decision.
 */

const modules = 'apps/api/src/modules'
const features = 'apps/web/src/features'
const telemetryAdapters = '^apps/api/src/(tracing|error-reports)/adapters/'
const tests = String.raw`\.(test|suite)\.tsx?$|/src/test/`

/** Which server modules a module may import, through their index.ts. Workspace may import every module. */
const moduleEdges = {
  accounts: ['signing', 'teams'],
  // Events, and the caller's holds and orders.
  calendars: ['catalogue', 'holds', 'orders'],
  catalogue: [],
  checkout: ['holds', 'quotes', 'orders', 'payments', 'ledger'],
  // A client's page shows its quotes and orders. Only team owners export and delete.
  clients: ['quotes', 'orders', 'teams'],
  handover: ['accounts'],
  holds: ['listings'],
  // Files of sellers are matched with events and become listings. Only team owners manage API keys.
  'inventory-imports': ['catalogue', 'seller-accounts', 'supply', 'teams'],
  ledger: [],
  listings: ['catalogue'],
  notifications: [],
  // An order and its ledger entry are one transaction. A cancelled line is refunded and may be relisted. PDFs name the buying
  // team.
  orders: ['holds', 'ledger', 'payments', 'teams'],
  payments: [],
  // Reads and erases the rows of a person in every capability. Exports have the PDFs of orders and quotes.
  // Rules price a seller's own listings.
  'price-rules': ['seller-accounts', 'supply'],
  privacy: ['orders', 'quotes'],
  // Only team owners change how quotes look. Clients see the venue's plan.
  quotes: ['catalogue', 'holds', 'listings', 'teams'],
  realtime: [],
  // Saved searches match listings with the feed's filter.
  'saved-searches': ['listings'],
  search: [],
  signing: [],
  'seller-accounts': ['teams'],
  supply: ['listings', 'catalogue', 'seller-accounts'],
  teams: [],
  tracking: ['listings'],
}

/** Which web features may import which others. Everything else is composed in routes. */
const featureEdges = {
  accounts: ['signing'],
  checkout: ['clients', 'holds', 'payments', 'saved-people'],
  // The frame of the pages before login.
  handover: ['accounts'],
  // Seats, amounts and the event search, as in the inventory.
  'inventory-imports': ['inventory'],
  listings: ['holds', 'quotes', 'tracking'],
  // Held tickets can be the offer, and an accepted offer is held. A quote is for a client.
  quotes: ['clients', 'holds'],
  // Who an order is for, and the card's display name.
  orders: ['clients', 'payments'],
  // The venue's seat map and a listing's notes, as on the event page.
  'quote-page': ['listings'],
  // The frame of the pages before login.
  teams: ['accounts'],
}

/** Matches every module or feature without an entry in the table. */
const others = (edges) => `(?!(${[...Object.keys(edges), 'workspace', 'admin'].join('|')})/)[^/]+`

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
})

const moduleRules = Object.entries(moduleEdges).map(([name, allowed]) =>
  forbid(
    `module-${name}`,
    `The module ${name} may import ${allowed.join(', ') || 'no other module'}.`,
    { path: `^${modules}/${name}/`, pathNot: tests },
    { path: `^${modules}/`, pathNot: `^${modules}/(${[name, ...allowed].join('|')})/` },
  ),
)

const featureRules = Object.entries(featureEdges).map(([name, allowed]) =>
  forbid(
    `feature-${name}`,
    `The feature ${name} may import ${allowed.join(', ')}; the route passes anything else as a slot.`,
    { path: `^${features}/${name}/`, pathNot: tests },
    { path: `^${features}/`, pathNot: `^${features}/(${[name, ...allowed].join('|')})/` },
  ),
)

export default {
  forbidden: [
    forbid('no-cycles', 'Cycles hide which part depends on which.', {}, { circular: true }),
    forbid('unresolvable', 'The import cannot be resolved.', {}, { couldNotResolve: true }),

    // domain ← contracts ← {api, web}
    forbid(
      'domain-is-pure',
      'Business rules import neither contracts, nor a server, nor a library.',
      { path: '^packages/domain/src/', pathNot: tests },
      { pathNot: '^packages/domain/src/' },
    ),
    forbid(
      'contracts-know-domain-only',
      'Contracts are zod schemas over the domain.',
      { path: '^packages/contracts/src/', pathNot: tests },
      { pathNot: '^packages/(contracts|domain)/src/|^node_modules/zod/' },
    ),
    ...['search-engine', 'pusher-server'].flatMap((name) => [
      forbid(
        `${name}-stands-alone`,
        `packages/${name} imports its own files and libraries, and nothing else of this repository.`,
        `^packages/${name}/src/`,
        { path: '^(apps|packages|tools|seeds|bench|chaos|e2e)/', pathNot: `^packages/${name}/src/` },
      ),
      forbid(
        `only-the-api-uses-${name}`,
        `Only apps/api imports packages/${name}, and the benches that measure it.`,
        { pathNot: `^(apps/api/src|bench|packages/${name}/src)/` },
        `^packages/${name}/`,
      ),
    ]),
    forbid(
      'sandbox-stands-alone',
      'The sandbox stands for another company: it imports business rules and libraries, and nothing else of this repository.',
      '^apps/sandbox/src/',
      {
        path: '^(apps|packages|tools|seeds|bench|chaos|e2e)/',
        pathNot: '^(apps/sandbox|packages/domain)/src/',
      },
    ),
    forbid(
      'no-production-code-uses-the-sandbox',
      'Tests, benches and chaos import the sandbox; the launcher starts it as a process.',
      { pathNot: `^(apps/sandbox/src|bench|chaos)/|${tests}` },
      '^apps/sandbox/',
    ),
    forbid(
      'package-fixtures-are-for-tests',
      'Only tests use the test servers and clients of a package.',
      { pathNot: tests },
      '^packages/(search-engine|pusher-server)/src/test/',
    ),
    forbid('web-never-imports-api', 'Not even types: both import the contracts.', '^apps/web/', '^apps/api/'),
    forbid('api-never-imports-web', 'The API serves the built files only.', '^apps/api/', '^apps/web/'),
    forbid(
      'web-stays-in-the-browser',
      'The browser has neither our tools nor the file system.',
      { path: '^apps/web/src/', pathNot: tests },
      { path: '^(tools|seeds|bench|chaos|e2e)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-without-node',
      'Browsers have no Node.',
      { path: '^apps/web/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid('e2e-sees-http-only', 'Browser tests use contracts and HTTP only.', '^e2e/', {
      path: '^(apps|packages|tools|seeds)/',
      pathNot: '^packages/(contracts|domain)/src/',
    }),
    forbid(
      'api-without-tools',
      'Tools start the API; only its tests use their database.',
      { path: '^apps/api/src/', pathNot: tests },
      '^(tools|bench|chaos|e2e)/',
    ),
    forbid(
      'tools-import-schema-only',
      'Tools migrate and describe the schema; the rest of the API runs as its own process.',
      { path: '^tools/', pathNot: tests },
      {
        path: '^apps/',
        pathNot:
          '^apps/api/src/db/(migrate|upgrade/schema-error|describe-tables|render-table-types|schema-snapshot)\\.ts$',
      },
    ),

    // Inside the API
    forbid(
      'modules-import-index-only',
      'A module imports another one through its index.ts.',
      { path: `^${modules}/([^/]+)/`, pathNot: tests },
      { path: `^${modules}/[^/]+/`, pathNot: `^${modules}/$1/|^${modules}/[^/]+/index\\.ts$` },
    ),
    forbid(
      'app-imports-module-index-only',
      'Code outside the modules imports their index.ts; only deps.ts picks adapters.',
      { path: '^apps/api/src/', pathNot: `^${modules}/|${tests}` },
      { path: `^${modules}/[^/]+/`, pathNot: `^${modules}/[^/]+/(index\\.ts$|adapters/)` },
    ),
    forbid(
      'only-deps-picks-adapters',
      'deps.ts chooses the adapter of each port.',
      { path: '^apps/api/src/', pathNot: `^apps/api/src/deps\\.ts$|/adapters/|${tests}` },
      `^(${modules}/[^/]+|apps/api/src/(files|outbox))/adapters/`,
    ),
    forbid(
      'only-adapters-import-telemetry',
      'OpenTelemetry and Sentry are behind their ports.',
      {
        path: '^apps/api/src/',
        pathNot: `^apps/api/src/(tracing/adapters/(opentelemetry|sending-worker)|error-reports/adapters/sentry)\\.ts$|${tests}`,
      },
      '^node_modules/@(opentelemetry|sentry)/',
    ),
    forbid(
      'telemetry-loads-when-configured',
      'telemetry.ts imports these adapters dynamically, so that they cost nothing while they are off.',
      { path: '^apps/api/src/', pathNot: `${telemetryAdapters}|${tests}` },
      { path: telemetryAdapters, dynamic: false },
    ),
    forbid(
      'only-telemetry-picks-its-adapters',
      'telemetry.ts starts what is configured.',
      { path: '^apps/api/src/', pathNot: `^apps/api/src/telemetry\\.ts$|${telemetryAdapters}|${tests}` },
      telemetryAdapters,
    ),
    forbid(
      'routes-are-exported-by-index',
      'Only index.ts imports routes.',
      { path: '^apps/api/src/', pathNot: `/index\\.ts$|${tests}` },
      '\\.routes\\.ts$',
    ),
    forbid(
      'presenters-serve-routes',
      'Repos return domain shapes, not wire shapes.',
      { path: `^${modules}/.*\\.repo\\.ts$` },
      '\\.presenter\\.ts$',
    ),
    forbid(
      'repos-are-below-commands',
      'A repo contains SQL and imports no module.',
      `^${modules}/.*\\.repo\\.ts$`,
      `^${modules}/[^/]+/index\\.ts$`,
    ),
    forbid(
      'foundation-imports-no-module',
      'Modules build on database, outbox, files, audit, shared, http and plugins, not the other way round.',
      { path: '^apps/api/src/(audit|db|files|outbox|retention|shared|http|plugins)/', pathNot: tests },
      `^${modules}/`,
    ),
    ...moduleRules,
    forbid(
      'module-without-edges',
      'A module without an entry in the table imports no other.',
      { path: `^${modules}/(${others(moduleEdges)})/`, pathNot: tests },
      { path: `^${modules}/`, pathNot: `^${modules}/$1/` },
    ),

    // Inside the web application
    forbid(
      'ui-imports-no-feature',
      'ui, forms and lib are below the features.',
      '^apps/web/src/(ui|lib|forms)/',
      '^apps/web/src/(features|routes)/',
    ),
    forbid(
      'ui-imports-no-form',
      'Forms are built from ui, not the other way round.',
      '^apps/web/src/(ui|lib)/',
      '^apps/web/src/forms/',
    ),
    forbid(
      'lib-never-toasts',
      'The caller decides whether to show a toast.',
      '^apps/web/src/lib/',
      '^apps/web/src/ui/',
    ),
    forbid(
      'features-know-no-route',
      'Routes compose features.',
      '^apps/web/src/features/',
      '^apps/web/src/routes/',
    ),
    ...featureRules,
    forbid(
      'feature-without-edges',
      'A feature without an entry in the table imports no other.',
      { path: `^${features}/(${others(featureEdges)})/`, pathNot: tests },
      { path: `^${features}/`, pathNot: `^${features}/$1/` },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Libraries stay, although many are in a folder of this name.
    exclude: { path: '^(apps/web/dist|\\.data)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
