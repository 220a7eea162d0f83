import { DCLinter } from 'dclint'
import { expect, test } from 'vitest'
import { findConfigProblems } from '../../apps/api/src/config/config.ts'
import { exampleLine } from '../../apps/api/src/config/guide.ts'
import {
  deploymentPath,
  readDeploymentFile,
  readVariables,
  readYaml,
  withSecrets,
} from './deployment-files.ts'

interface Service {
  image: string
  user?: string
  command?: string[]
  environment: Record<string, string>
  volumes?: string[]
  networks: string[]
  read_only?: boolean
  cap_drop?: string[]
  init?: boolean
  stop_grace_period?: string
  ports?: string[]
  depends_on?: Record<string, unknown>
}

const path = 'compose/compose.yaml'
const { services, networks } = readYaml<{
  services: Record<string, Service>
  networks: { inside: { internal: boolean; ipam: { config: { subnet: string }[] } } }
}>(path)
const own = Object.entries(services).filter(([, { image }]) => image.startsWith('terrace:'))

/** A variable of `.env` in its place, as Compose puts it there. */
const interpolated = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll(/\$\{[^}]+\}/g, 'password')]),
  )

test('the file follows the schema of the Compose specification', () => {
  const level = 2
  const linter = new DCLinter({
    rules: {
      'service-image-require-explicit-tag': level,
      'no-duplicate-exported-ports': level,
      'no-version-field': level,
      'require-project-name-field': level,
      'require-quotes-in-ports': level,
      'no-build-and-image': 0,
      'no-quotes-in-volumes': 0,
      'no-unbound-port-interfaces': 0,
      'service-container-name-regex': 0,
      'service-dependencies-alphabetical-order': 0,
      'service-keys-order': 0,
      'service-ports-alphabetical-order': 0,
      'services-alphabetical-order': 0,
      'top-level-properties-order': 0,
    },
    quiet: true,
    debug: false,
    exclude: [],
  })
  const [result] = linter.lintFiles([deploymentPath(path)], false)
  expect(result?.messages).toEqual([])
})

test('every image has the version that it was written for', () => {
  for (const { image } of Object.values(services))
    expect(image).toMatch(/^[a-z/]+:v?\d+\.\d+(\.\d+)?(-[a-z\d]+)?$/)
})

test('there are web processes, a worker and a migration, each with its role', () => {
  expect(Object.fromEntries(own.map(([name, { environment }]) => [name, environment['ROLES']]))).toEqual({
    migrate: 'worker',
    web: 'web',
    worker: 'worker',
  })
  expect(services['migrate']?.command).toEqual(['node', 'apps/api/src/cli/migrate.ts'])
})

test('every variable of our processes exists in the configuration', () => {
  const names = own.flatMap(([, { environment }]) => Object.keys(environment))
  const fromFile = Object.keys(readVariables('terrace.env.example'))
  expect([...new Set([...names, ...fromFile])].filter((name) => exampleLine(name) === undefined)).toEqual([])
})

test('the server accepts the variables in production', () => {
  for (const [, { environment }] of own)
    expect(
      findConfigProblems({
        ...withSecrets(readVariables('terrace.env.example')),
        ...interpolated(environment),
      }),
    ).toEqual([])
})

test('the server does not start with what the example file says in place of secrets', () => {
  const [, { environment }] = own[0] ?? ['', { environment: {} }]
  const example = readVariables('terrace.env.example')
  const refused = findConfigProblems({ ...example, ...interpolated(environment) }).map(({ name }) => name)
  const placeholders = Object.keys(example).filter(
    (name) => /<\w+ .*>/.test(example[name] ?? '') && name !== 'MAIL_FROM',
  )
  expect(placeholders).toHaveLength(9)
  expect([...new Set(refused)]).toEqual(expect.arrayContaining(placeholders))
})

test('a variable of Compose is named in its example file', () => {
  const used = [...readDeploymentFile(path).matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect([...new Set(used)]).toEqual(Object.keys(readVariables('compose/.env.example')))
})

test('processes that we wrote cannot write to their image, have no rights and end in order', () => {
  for (const [, service] of own) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
    const delay = Number(service.environment['SHUTDOWN_DELAY_SECONDS'])
    expect(parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(delay + 30 + 10)
  }
})

test('only the proxy is reached from outside, and the database has no way out', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
  expect(published.map(([name]) => name)).toEqual(['proxy'])
  expect(networks.inside.internal).toBe(true)
  expect(services['postgres']?.networks).toEqual(['inside'])
  for (const [, { environment }] of own)
    expect(environment['TRUSTED_PROXIES']).toBe(networks.inside.ipam.config[0]?.subnet)
})

test('the proxy reaches web processes over the trusted network only', () => {
  // With a second shared network, Docker's name service may return an address there, and all visitors count as one.
  const shared = services['proxy']?.networks.filter((name) => services['web']?.networks.includes(name))
  expect(shared).toEqual(['inside'])
})

test('every network of a service is declared, and every declared one is used', () => {
  const used = new Set(Object.values(services).flatMap((service) => service.networks))
  expect([...used].toSorted()).toEqual(Object.keys(networks).toSorted())
})

test('the proxy notices an ending process before it stops responding', () => {
  const proxy = readDeploymentFile('compose/haproxy.cfg')
  const delay = Number(services['web']?.environment['SHUTDOWN_DELAY_SECONDS'])
  const checks = [...proxy.matchAll(/check inter (\d+)s fall (\d+)/g)].map(
    ([, inter, fall]) => Number(inter) * Number(fall),
  )
  expect(checks).toHaveLength(2)
  for (const seconds of checks) expect(delay).toBeGreaterThan(seconds)
})

test('the database sorts by code point, as the embedded one does', () => {
  const { image = '', environment = {} }: Partial<Service> = services['postgres'] ?? {}
  // The built-in provider came with PostgreSQL 17.
  expect(Number(/^postgres:(\d+)/.exec(image)?.[1])).toBeGreaterThanOrEqual(17)
  expect((environment['POSTGRES_INITDB_ARGS'] ?? '').split(' ')).toEqual(
    expect.arrayContaining([
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--encoding=UTF8',
    ]),
  )
})

test('the database counts statements, for support bundles', () => {
  const { command = [], volumes = [] } = services['postgres'] ?? {}
  expect(command).toContain('shared_preload_libraries=pg_stat_statements')
  const [script = ''] = volumes.filter((volume) => volume.includes('docker-entrypoint-initdb.d'))
  const [source = '', , access] = script.split(':')
  expect(access).toBe('ro')
  expect(readDeploymentFile(`compose/${source}`)).toContain(
    'create extension if not exists pg_stat_statements',
  )
})
