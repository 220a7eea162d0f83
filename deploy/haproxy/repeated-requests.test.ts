import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RouteContract } from '@terrace/contracts/route'
import { expect, test } from 'vitest'

const contractsFolder = resolve(import.meta.dirname, '../../packages/contracts/src')
const rules = readFileSync(join(import.meta.dirname, 'web-processes.cfg'), 'utf8')
const patterns = [...rules.matchAll(/acl is_idempotent path_reg (\S+)/g)].map(([, pattern = '']) => pattern)

const isRoute = (value: unknown): value is RouteContract =>
  value !== null && typeof value === 'object' && 'path' in value && 'errors' in value

async function changingRoutes(): Promise<RouteContract[]> {
  const files = globSync('*.ts', { cwd: contractsFolder }).filter((file) => !file.includes('.test.'))
  const modules = await Promise.all(
    files.map(async (file): Promise<Record<string, unknown>> => import(join(contractsFolder, file))),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, routes]) => Object.values(routes ?? {}))
    .filter(isRoute)
    .filter(({ method }) => method === 'POST')
}

/** The path that clients ask for, with `value` for the product and every parameter. */
const pathOf = ({ path }: RouteContract, value: string) =>
  `/api${path.replaceAll(/\{product\}|:\w+/g, value)}`

test('HAProxy repeats changes of exactly the contracts that take an idempotency key', async () => {
  const routes = await changingRoutes()
  const idempotent = routes.filter((route) => route.idempotent)
  expect(idempotent.length).toBeGreaterThan(5)
  expect(patterns.toSorted()).toEqual(idempotent.map((route) => `^${pathOf(route, '[^/]+')}$`).toSorted())
})

test('no path of another change looks like one that is repeated', async () => {
  const others = (await changingRoutes()).filter((route) => !route.idempotent)
  expect(others.length).toBeGreaterThan(50)
  const repeated = others.filter((route) =>
    patterns.some((pattern) => new RegExp(pattern).test(pathOf(route, 'trade'))),
  )
  expect(repeated.map(({ name }) => name)).toEqual([])
})

test('a change without a key, or of another method, is never repeated', () => {
  const exceptions = [...rules.matchAll(/http-request disable-l7-retry if (.+)/g)].map(([, rule]) => rule)
  expect(exceptions).toEqual([
    'METH_POST !has_key',
    'METH_POST !is_idempotent',
    '!METH_POST !METH_GET !METH_HEAD',
  ])
})
