import { inventoryRoutes } from '@terrace/contracts/inventory'
import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { demoPassword, logIn as logInToApi } from './api.ts'
import { InventoryPage } from './pages/inventory-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { expect, test } from './session-fixtures.ts'

test(
  'a seller makes a price rule, sees what it would do, switches it on, and finds the move in the log',
  { tag: '@once' },
  async ({ page, baseURL, expectOperable }) => {
    const seller = await logInToApi(baseURL ?? '', 'seller')
    const { data: rows } = await seller.call(inventoryRoutes.list, {
      query: { market: 'not_lowest', per_page: 500 },
    })
    // With room above its cost, so that a rule lowers it.
    const row = rows.find(
      ({ cost, price, tags }) =>
        cost && Number(cost.amount) * 1.2 < Number(price.amount) && !tags.includes('priced by rule'),
    )
    if (!row) throw new Error('the seller has no suitable listing')

    await page.goto('/')
    await new LoginPage(page).logIn('seller', demoPassword)
    await expect(new InventoryPage(page).grid).toBeVisible()
    await page.getByRole('link', { name: 'Rules' }).click()
    await expect(page.getByText('No price rules')).toBeVisible()
    await expectOperable(page)
    await page.getByRole('button', { name: 'New rule' }).click()
    const editor = page.getByRole('dialog', { name: 'New price rule' })
    await editor.getByLabel('Name').fill('Stay below the lowest')
    await editor.getByLabel('Comparables, at least').fill('1')
    await editor.getByLabel('Event', { exact: true }).selectOption(String(row.event.id))
    await editor.getByRole('button', { name: 'Save and simulate' }).click()
    const simulation = page.getByRole('dialog', { name: /^Simulation/ })
    const moved = simulation.getByRole('table', { name: 'Simulated prices' })
    await expect(moved).toBeVisible()
    await simulation.getByRole('button', { name: 'Switch on' }).click()
    await expect(simulation).toBeHidden()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByText(/Last run .* moved/)).toBeVisible()
    await page.getByRole('radio', { name: 'Log' }).check({ force: true })
    const log = page.getByRole('table', { name: 'Log of price rules' })
    await expect(log.getByRole('row').nth(1)).toBeVisible()
    const { data: moves } = await seller.call(priceRulesRoutes.moves, { query: { outcome: 'moved' } })
    expect(moves.length).toBeGreaterThan(0)

    const { data: overview } = await seller.call(priceRulesRoutes.list)
    for (const { id } of overview.rules)
      await seller.call(priceRulesRoutes.remove, { params: { rule_id: id } })
  },
)
