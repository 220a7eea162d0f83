import { beforeEach, expect, test } from 'vitest'
import { useTestEnv } from '#web/test/test-env.ts'
import { paths, safeNext } from './paths.ts'

beforeEach(useTestEnv)

test("an event's path has its slugified title and its id", () => {
  expect(paths.event('Arsenal FC v Brighton & Hove', 17)).toBe('/tickets/arsenal-fc-v-brighton-and-hove/17')
})

test("the buyer policy's path contains the product", () => {
  expect(paths.buyerPolicy()).toBe('/trade-buyer-policy')
})

test('the login path remembers the requested page, except home', () => {
  expect(paths.login('/checkout?step=2')).toBe('/login?next=%2Fcheckout%3Fstep%3D2')
  expect(paths.login('/')).toBe('/login')
  expect(paths.login()).toBe('/login')
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '',
  undefined,
  ['/a', '/b'],
  '/login',
  '/login?next=/login',
])('%s is rejected as a target after login', (next) => {
  expect(safeNext(next)).toBe('/')
})

test('a same-origin target keeps its query and fragment', () => {
  expect(safeNext('/tickets/a-v-b/7?quantity=2#r9')).toBe('/tickets/a-v-b/7?quantity=2#r9')
})
