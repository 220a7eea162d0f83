import { expect, test } from 'vitest'
import { isAllowedPage, emailLinkOrigin } from './allowed-origin.ts'

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
])('in the demo an email may link to %s: %s', (link, isAllowed) => {
  expect(isAllowedPage(demo, link, '/join')).toBe(isAllowed)
})

test('with configured trade sites, emails link only to those', () => {
  expect(isAllowedPage(configured, 'https://b.example/join', '/join')).toBe(true)
  expect(isAllowedPage(configured, 'http://localhost:4000/join', '/join')).toBe(false)
})

test('an email links to the requesting site if it is a trade site, else to the first one', () => {
  expect(emailLinkOrigin(configured, 'https://b.example')).toBe('https://b.example')
  expect(emailLinkOrigin(configured, 'https://evil.example')).toBe('https://desk.example')
  expect(emailLinkOrigin(configured, undefined)).toBe('https://desk.example')
  expect(emailLinkOrigin(demo, 'http://localhost:5173')).toBe('http://localhost:5173')
  expect(emailLinkOrigin(demo, 'https://evil.example')).toBe('http://localhost:4000')
  expect(emailLinkOrigin(demo, 'null')).toBe('http://localhost:4000')
  expect(emailLinkOrigin({ ...configured, tradeOrigins: [] }, 'http://localhost:4000')).toBeUndefined()
})
