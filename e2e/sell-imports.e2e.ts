import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { demoPassword, logIn as logInToApi } from './api.ts'
import { ImportPages } from './pages/import-pages.ts'
import { InventoryPage } from './pages/inventory-page.ts'
import { LoginPage } from './pages/login-page.ts'
import { expect, test } from './session-fixtures.ts'

const header =
  'inventory_id,event_name,venue_name,event_date,event_id,quantity,section,row,seats,barcodes,internal_notes,public_notes,tags,list_price,face_price,taxed_cost,cost,hide_seats,in_hand,in_hand_date,instant_transfer,files_available,split_type,custom_split,stock_type,zone,shown_quantity,passthrough,mapping_id'

/** A line of the file for an event of the demo; `name` is what the seller's system calls it. */
function line(id: string, { event, section }: WireInventoryRow, name: string): string {
  const day = event.event_date_local
  return `${id},"${name}","${event.venue_name}",${day}:00,,2,"${section}",E2E-${id},,,,,,95.00,,,60.00,N,Y,,N,N,ANY,,MOBILE_TRANSFER,N,,,`
}

test(
  'a seller imports a file, decides about an unknown event, confirms a withdrawal, and undoes it',
  { tag: '@once' },
  async ({ page, baseURL, expectOperable }) => {
    const seller = await logInToApi(baseURL ?? '', 'seller')
    const { data: rows } = await seller.call(inventoryRoutes.list, {
      query: { 'status[]': ['published'], per_page: 500 },
    })
    const row = rows.find(({ event, general_admission: standing }) => event.time_confirmed && !standing)
    if (!row) throw new Error('the seller has no suitable listing')
    const { title } = row.event
    const known = Array.from({ length: 23 }, (_, at) => line(`k${at}`, row, title))
    const first = [header, ...known, line('odd', row, `LIVE ${title.slice(0, -3)}`)].join('\n')

    await page.goto('/')
    await new LoginPage(page).logIn('seller', demoPassword)
    const inventory = new InventoryPage(page)
    await expect(inventory.grid).toBeVisible()
    const imports = new ImportPages(page)
    await imports.goto()
    await expect(page.getByText('Import your stock from a file')).toBeVisible()
    await expectOperable(page)
    await imports.upload('stock.csv', first)
    await expect(
      page.getByRole('heading', { name: 'This looks like a file of Automatiq Sync' }),
    ).toBeVisible()
    await expect(imports.examples.getByText('Buyer pays').first()).toBeVisible()
    await expectOperable(page)
    await imports.saveProfile.click()

    await expect(imports.held.getByText('1 row held')).toBeVisible({ timeout: 15_000 })
    await expectOperable(page)
    await imports.held.getByRole('button', { name: 'Use for 1 row' }).click()
    await expect(imports.tab('New')).toHaveText('New 24')
    await imports.apply.click()
    await expect(page.getByText(/^24 changes written/)).toBeVisible({ timeout: 15_000 })

    await page.goto(`/sell/inventory?event=${row.event.id}`)
    await inventory.search.fill('E2E-odd')
    await expect(inventory.row({ section: row.section, row: 'E2E-odd' })).toBeVisible()

    await imports.goto()
    await imports.upload('short.csv', [header, ...known.slice(0, 2)].join('\n'))
    await imports.withdrawals.fill('22')
    await page.getByRole('button', { name: 'Withdraw 22' }).click()
    await expect(page.getByText('22 listings that the file does not name will be withdrawn.')).toBeVisible()
    await imports.apply.click()
    await expect(page.getByText(/^22 changes written/)).toBeVisible({ timeout: 15_000 })

    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('checkbox', { name: /None was sold elsewhere/ }).check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByText(/^22 changes undone/)).toBeVisible({ timeout: 15_000 })
    const { data: listed } = await seller.call(inventoryImportsRoutes.list)
    expect(listed.map(({ state }) => state)).toEqual(['undone', 'done'])
    await page.goto(`/sell/inventory?event=${row.event.id}`)
    await inventory.search.fill('E2E-odd')
    await expect(inventory.row({ section: row.section, row: 'E2E-odd' })).toBeVisible()
  },
)
