import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { exampleLine } from '../../apps/api/src/config/guide.ts'
import { serverFlags } from '../launch/server-flags.ts'
import { readDeploymentFile, readYaml } from './deployment-files.ts'

const root = resolve(import.meta.dirname, '../..')
/** The instructions, each in one line and without comments. */
const instructions = readDeploymentFile('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const argumentsOf = (instruction: string) =>
  instructions
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1))

const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string }>
}
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }

test('the image has the Node that the project pins', () => {
  const bases = argumentsOf('FROM').map((text) => text.split(' ')[0])
  const node = `node:${packages['node_modules/node']?.version}-trixie-slim`
  expect(bases.filter((base) => base?.includes(':'))).toEqual([node, node])
})

test('the image has the version of the release', () => {
  const { services } = readYaml<{ services: { web: { image: string } } }>('compose/compose.yaml')
  const { images } = readYaml<{ images: { newTag: string }[] }>('kubernetes/kustomization.yaml')
  expect([services.web.image, images[0]?.newTag]).toEqual([`terrace:${version}`, version])
})

test('the server starts with the flags of npm start, as a user without rights', () => {
  expect(argumentsOf('CMD').map((text) => JSON.parse(text) as unknown)).toEqual([
    ['node', ...serverFlags, 'apps/api/src/main.ts'],
  ])
  expect(argumentsOf('USER')).toEqual(['1000:1000'])
  expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(argumentsOf('HEALTHCHECK').join()).toContain('/health/ready')
})

test('every variable of the image is one of Node or exists in the configuration', () => {
  const names = argumentsOf('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(names.filter((name) => name !== 'NODE_ENV' && exampleLine(name) === undefined)).toEqual([])
})

test('every workspace is copied before packages are installed', () => {
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(resolve(root, folder)).map((name) => `${folder}/${name}`),
  )
  const copied = argumentsOf('COPY').flatMap((text) => /^(\S+)\/package\.json \1\/$/.exec(text)?.[1] ?? [])
  expect(copied).toEqual(workspaces.filter((path) => existsSync(resolve(root, path, 'package.json'))))
})

test('what is copied exists, and the ignore file lets it through', () => {
  const ignore = readDeploymentFile('Dockerfile.dockerignore').split('\n')
  const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const sources = argumentsOf('COPY')
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1))
  for (const source of sources) {
    expect(existsSync(resolve(root, source)), source).toBe(true)
    const isAllowed = allowed.some(
      (path) =>
        path === source ||
        path.startsWith(`${source}/`) ||
        source.startsWith(`${path}/`) ||
        new RegExp(`^${path.replaceAll('*', '[^/]+')}$`).test(source),
    )
    expect(isAllowed, `${source} in Dockerfile.dockerignore`).toBe(true)
  }
})
