import { expect, test } from 'vitest'
import { isOwnPage, letterOrigin } from './own-origin.ts'

const demo = { tradeOrigins: [], production: false, port: 4000 }
const configured = {
  tradeOrigins: ['https://desk.example', 'https://b.example'],
  production: true,
  port: 4000,
}

test.each([
  ['http://localhost:4000/join', true],
  ['https://127.0.0.1/join', true],
  ['http://localhost:4000/join/', false],
  ['http://localhost:4000/join?x=1', false],
  ['http://localhost:4000/other', false],
  ['http://localhost:4000@evil.example/join', false],
  ['https://evil.example/join', false],
  ['javascript:alert(1)//join', false],
  ['', false],
])('a letter of the demo leads to %s: %s', (link, isAllowed) => {
  expect(isOwnPage(demo, link, '/join')).toBe(isAllowed)
})

test('where trade sites are configured, letters lead to those alone', () => {
  expect(isOwnPage(configured, 'https://b.example/join', '/join')).toBe(true)
  expect(isOwnPage(configured, 'http://localhost:4000/join', '/join')).toBe(false)
})

test('a letter leads to the site that it was asked from, if that is ours, else to the first', () => {
  expect(letterOrigin(configured, 'https://b.example')).toBe('https://b.example')
  expect(letterOrigin(configured, 'https://evil.example')).toBe('https://desk.example')
  expect(letterOrigin(configured, undefined)).toBe('https://desk.example')
  expect(letterOrigin(demo, 'http://localhost:5173')).toBe('http://localhost:5173')
  expect(letterOrigin(demo, 'https://evil.example')).toBe('http://localhost:4000')
  expect(letterOrigin(demo, 'null')).toBe('http://localhost:4000')
  expect(letterOrigin({ ...configured, tradeOrigins: [] }, 'http://localhost:4000')).toBeUndefined()
})
