import { afterEach, expect, test } from 'vitest'
import { clearSession, storeSession } from './session.ts'
import { markApplicationShown, saveStartPage, startsAtApplication, type StartPage } from './start-page.ts'
import { startPath } from './start-path.ts'

afterEach(() => {
  clearSession()
  saveStartPage('buy')
})

const application = '/profile?tab=team&show=selling'

test.each<[string, StartPage, { can_buy: boolean; can_sell: boolean }, string]>([
  ['a buyer starts at home', 'buy', { can_buy: true, can_sell: false }, '/'],
  ['who sold last starts at the desk', 'sell', { can_buy: true, can_sell: true }, '/sell/inventory'],
  ['who bought last starts at home', 'buy', { can_buy: true, can_sell: true }, '/'],
  ['a colleague who only buys starts at home', 'sell', { can_buy: true, can_sell: false }, '/'],
  [
    'who signed up to sell starts with the application',
    'apply',
    { can_buy: true, can_sell: false },
    application,
  ],
  ['who signed up for both, too', 'apply-once', { can_buy: true, can_sell: false }, application],
  ['no application for a team that sells', 'apply', { can_buy: true, can_sell: true }, '/'],
])('%s', (_, page, access, path) => {
  saveStartPage(page)
  storeSession('token', { role: 'buyer', ...access })
  expect(startPath()).toBe(path)
})

test('logins lead to the application until it is submitted, or once for who wants to buy too', () => {
  saveStartPage('apply')
  markApplicationShown({ isOpen: true })
  expect(startsAtApplication()).toBe(true)
  markApplicationShown({ isOpen: false })
  expect(startsAtApplication()).toBe(false)
  saveStartPage('apply-once')
  markApplicationShown({ isOpen: true })
  expect(startsAtApplication()).toBe(false)
  saveStartPage('sell')
  markApplicationShown({ isOpen: false })
  expect(document.cookie).toContain('lastSide=sell')
})
