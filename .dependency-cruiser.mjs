/**
 * The directions in which the parts of the house may know each other: house style §3.2 and architecture §1.
 * What is not written here as allowed is forbidden; a new edge is a decision, not an import.
 */

const modules = 'apps/api/src/modules'
const features = 'apps/web/src/features'
const tests = String.raw`\.(test|suite)\.tsx?$|/src/test/`

/** Which server module may enter which other one, always by its door. Workspace and admin are the outermost rooms. */
const moduleEdges = {
  accounts: ['signing', 'teams'],
  catalogue: [],
  checkout: ['holds', 'quotes', 'orders', 'payments', 'ledger'],
  handover: ['accounts'],
  holds: ['listings'],
  ledger: [],
  listings: ['catalogue'],
  notifications: [],
  // An order and its booking are one transaction; what is cancelled is paid back, and may go back on sale. Its papers name
  // the team that bought.
  orders: ['holds', 'ledger', 'payments', 'teams'],
  payments: [],
  // Only owners of a team say how its quotes look; a client is shown the venue's plan.
  quotes: ['catalogue', 'holds', 'listings', 'teams'],
  realtime: [],
  search: [],
  signing: [],
  supply: ['listings', 'catalogue'],
  teams: [],
  tracking: ['listings'],
}

/** Which browser feature may use which other one; everything else is composed in routes. */
const featureEdges = {
  accounts: ['signing'],
  checkout: ['holds', 'payments'],
  // The frame of the pages before login.
  handover: ['accounts'],
  listings: ['holds', 'quotes', 'tracking'],
  // What is held may be the offer, and an accepted offer is held; and what every small form is made of.
  quotes: ['accounts', 'holds'],
  // What every small form is made of, and what a card is called.
  orders: ['accounts', 'payments'],
  payments: ['accounts'],
  // What every small form is made of; and the plan of the venue and the notes of a listing, as the event page draws them.
  'quote-page': ['accounts', 'listings'],
  // The frame of the pages before login, and what every small form is made of.
  teams: ['accounts'],
  // What every small form is made of.
  tracking: ['accounts'],
}

/** Every name in the folder that is written in no table above may know nobody. */
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
    `The module ${name} may enter ${allowed.join(', ') || 'no other module'}.`,
    { path: `^${modules}/${name}/`, pathNot: tests },
    { path: `^${modules}/`, pathNot: `^${modules}/(${[name, ...allowed].join('|')})/` },
  ),
)

const featureRules = Object.entries(featureEdges).map(([name, allowed]) =>
  forbid(
    `feature-${name}`,
    `The feature ${name} may use ${allowed.join(', ')}; the route passes anything else as a slot.`,
    { path: `^${features}/${name}/`, pathNot: tests },
    { path: `^${features}/`, pathNot: `^${features}/(${[name, ...allowed].join('|')})/` },
  ),
)

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle cannot be understood from either end.', {}, { circular: true }),
    forbid('unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),

    // domain ← contracts ← {api, web}
    forbid(
      'domain-is-pure',
      'The rules know neither the wire, nor a server, nor a library.',
      { path: '^packages/domain/src/', pathNot: tests },
      { pathNot: '^packages/domain/src/' },
    ),
    forbid(
      'contracts-know-domain-only',
      'The wire is written with zod over the domain.',
      { path: '^packages/contracts/src/', pathNot: tests },
      { pathNot: '^packages/(contracts|domain)/src/|^node_modules/zod/' },
    ),
    forbid('web-never-imports-api', 'Not even types: contracts stand between.', '^apps/web/', '^apps/api/'),
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
    forbid('e2e-sees-http-only', 'The journey is a stranger to the code: contracts and HTTP.', '^e2e/', {
      path: '^(apps|packages|tools|seeds)/',
      pathNot: '^packages/(contracts|domain)/src/',
    }),
    forbid(
      'api-without-tools',
      'The tools start the API; only its tests borrow the database from them.',
      { path: '^apps/api/src/', pathNot: tests },
      '^(tools|bench|chaos|e2e)/',
    ),
    forbid(
      'tools-know-migrations-only',
      'Starting needs the schema; everything else of the API runs as its own process.',
      { path: '^tools/', pathNot: tests },
      { path: '^apps/', pathNot: '^apps/api/src/db/migrate\\.ts$' },
    ),

    // Inside the API
    forbid(
      'modules-meet-at-doors',
      'Another module is entered by its index.ts.',
      { path: `^${modules}/([^/]+)/`, pathNot: tests },
      { path: `^${modules}/[^/]+/`, pathNot: `^${modules}/$1/|^${modules}/[^/]+/index\\.ts$` },
    ),
    forbid(
      'modules-are-entered-by-doors',
      'Code outside the modules enters them by their doors; deps.ts alone picks adapters.',
      { path: '^apps/api/src/', pathNot: `^${modules}/|${tests}` },
      { path: `^${modules}/[^/]+/`, pathNot: `^${modules}/[^/]+/(index\\.ts$|adapters/)` },
    ),
    forbid(
      'only-deps-picks-adapters',
      'What stands behind a port is decided in deps.ts.',
      { path: '^apps/api/src/', pathNot: `^apps/api/src/deps\\.ts$|/adapters/|${tests}` },
      `^(${modules}/[^/]+|apps/api/src/(files|outbox))/adapters/`,
    ),
    forbid(
      'routes-are-mounted-at-the-door',
      'Nothing below a route calls it.',
      { path: '^apps/api/src/', pathNot: `/index\\.ts$|${tests}` },
      '\\.routes\\.ts$',
    ),
    forbid(
      'presenters-serve-routes',
      'Commands and repos know no wire shape.',
      { path: `^${modules}/.*\\.repo\\.ts$` },
      '\\.presenter\\.ts$',
    ),
    forbid(
      'repos-are-below-commands',
      'A repo holds SQL and calls no door.',
      `^${modules}/.*\\.repo\\.ts$`,
      `^${modules}/[^/]+/index\\.ts$`,
    ),
    forbid(
      'ground-floor-knows-no-module',
      'Database, outbox, files, audit, shared and http carry every module alike.',
      { path: '^apps/api/src/(audit|db|files|outbox|shared|http|plugins)/', pathNot: tests },
      `^${modules}/`,
    ),
    ...moduleRules,
    forbid(
      'module-without-edges',
      'A module that the table does not name may enter no other.',
      { path: `^${modules}/(${others(moduleEdges)})/`, pathNot: tests },
      { path: `^${modules}/`, pathNot: `^${modules}/$1/` },
    ),

    // Inside the web application
    forbid(
      'ui-knows-no-feature',
      'ui and lib are below the features.',
      '^apps/web/src/(ui|lib)/',
      '^apps/web/src/(features|routes)/',
    ),
    forbid(
      'lib-never-toasts',
      'Who calls knows whether a toast is right.',
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
      'A feature that the table does not name may use no other.',
      { path: `^${features}/(${others(featureEdges)})/`, pathNot: tests },
      { path: `^${features}/`, pathNot: `^${features}/$1/` },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
