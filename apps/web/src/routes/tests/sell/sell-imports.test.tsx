import { inventoryImportsRoutes, type WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes, type WireInventoryProfile } from '@terrace/contracts/inventory-profiles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUpload } from '#web/features/inventory-imports/upload/upload-queue.ts'
import { gbp } from '#web/test/factories.ts'
import { inventorySettingsOf, noCounts, wireImport, wireProfile } from '#web/test/imports/import-factories.ts'
import { errorReply, mockRoute, server } from '#web/test/mock-api.ts'
import { seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

let imports: WireInventoryImportDetail[]
let profiles: WireInventoryProfile[]
let fitting: { id: string; needs_event: boolean }[]

beforeEach(() => {
  mockShell()
  imports = []
  profiles = [wireProfile()]
  fitting = [{ id: 'ipf_1', needs_event: false }]
  mockRoute(inventoryImportsRoutes.list, () => ({
    data: imports,
    meta: { total: imports.length, page: 1, per_page: 20, last_page: 1 },
  }))
  mockRoute(inventoryImportsRoutes.one, () => ({ data: imports[0] ?? wireImport() }))
  mockRoute(inventoryImportsRoutes.rows, () => ({
    data: [],
    meta: { total: 0, page: 1, per_page: 100, last_page: 1 },
  }))
  mockRoute(inventoryProfilesRoutes.list, () => ({ data: profiles }))
  mockRoute(inventoryProfilesRoutes.dialects, () => ({ data: [] }))
  mockRoute(inventoryProfilesRoutes.inspect, () => ({
    data: {
      kind: 'text' as const,
      encoding: 'utf-8' as const,
      delimiter: ',' as const,
      sheets: [],
      sheet: null,
      header: ['TicketID', 'Price'],
      rows: [['A', '90.00']],
      currency_from: 'team' as const,
      dialect: null,
      settings: inventorySettingsOf({ columns: { TicketID: { field: 'external_id' } } }),
      unknown_columns: ['Price'],
      profiles: fitting,
    },
  }))
})
afterEach(() => {
  for (let id = 1; id < 40; id += 1) removeUpload(String(id))
})

function mockUpload() {
  return mockRoute(inventoryImportsRoutes.upload, ({ query }) => {
    const item = wireImport({
      id: `imp_${imports.length + 1}`,
      file_name: query.get('file_name') ?? '',
      counts: { ...noCounts, unchanged: 1 },
      withdrawals: 'none',
      rows_read: 1,
    })
    imports = [item, ...imports]
    return { data: item }
  })
}

const csv = (name: string, text = 'TicketID,Price\nA,90.00\n') => new File([text], name, { type: 'text/csv' })
const open = () => renderRoute('/sell/imports', { user: { ...seller, base_currency: 'GBP' } })
const choose = async (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(input, files, { applyAccept: false })
}
const uploads = () => within(screen.getByRole('region', { name: 'Uploads' }))

test('without imports, the page explains and offers the upload', async () => {
  await open()
  expect(await screen.findByText('Import your stock from a file')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Upload files' })).toHaveLength(1)
})

test('the list says what became of each file, who uploaded it and how far the server is', async () => {
  imports = [
    wireImport({ id: 'imp_2', state: 'applying', progress: { done: 50, total: 200 } }),
    wireImport({ id: 'imp_1', state: 'refused', problem: { code: 'older', message: 'The file is older' } }),
  ]
  await open()
  const table = within(await screen.findByRole('table', { name: 'Imports' }))
  const [, first, second] = table.getAllByRole('row')
  expect(first?.textContent).toContain('Applying25 %')
  expect(first?.textContent).toContain('Sam Lee')
  expect(second?.textContent).toContain('Refused')
})

test('a file whose columns one profile reads is uploaded with it, and its preview opens', async () => {
  const sent = mockUpload()
  const router = await open()
  await screen.findByText('Import your stock from a file')
  await choose(csv('stock.csv'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/sell/imports/imp_1'))
  expect(Object.fromEntries(sent[0]?.query ?? [])).toMatchObject({
    profile_id: 'ipf_1',
    file_name: 'stock.csv',
    made_at: expect.stringMatching(/Z$/),
  })
  expect(await screen.findByRole('heading', { name: 'stock.csv' })).toBeTruthy()
})

test('two dropped files are sent one after the other, and the profile of each can be changed', async () => {
  profiles = [wireProfile(), wireProfile({ id: 'ipf_2', name: 'Second system' })]
  const sent = mockUpload()
  const discarded = mockRoute(inventoryImportsRoutes.discard, () => ({
    data: wireImport({ state: 'discarded' }),
  }))
  await open()
  await screen.findByText('Import your stock from a file')
  const files = [csv('one.csv'), csv('two.csv')]
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } })
  await waitFor(() => expect(uploads().getAllByText(/, uploaded$/)).toHaveLength(2))
  expect(sent.map(({ query }) => query.get('file_name'))).toEqual(['one.csv', 'two.csv'])
  const select = await uploads().findByRole('combobox', { name: 'Profile of two.csv' })
  await userEvent.selectOptions(select, 'Second system')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.query.get('profile_id')).toBe('ipf_2')
  expect(discarded).toHaveLength(1)
})

test('many dropped files are looked at one after the other', async () => {
  let [running, most] = [0, 0]
  server.use(
    http.post('*/inventory/profiles/inspect', async () => {
      running += 1
      most = Math.max(most, running)
      await delay(10)
      running -= 1
      return undefined
    }),
  )
  const sent = mockUpload()
  await open()
  await screen.findByText('Import your stock from a file')
  const files = Array.from({ length: 8 }, (_, index) => csv(`${index}.csv`))
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } })
  await waitFor(() => expect(sent).toHaveLength(8))
  expect(most).toBe(1)
})

test('files that cannot be imported say why: empty, a spreadsheet, a PDF', async () => {
  await open()
  await screen.findByText('Import your stock from a file')
  await choose(csv('empty.csv', ''), new File(['PK'], 'old.xls'), new File(['%PDF'], 'tickets.pdf'))
  const texts = (await uploads().findAllByRole('alert')).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'The file is empty. Export it again.',
    'This kind of spreadsheet cannot be read. Save it as XLSX or CSV and upload that.',
    'Only tables can be imported. Export your inventory as CSV or XLSX and upload that.',
  ])
})

test('a lost connection keeps the file and tries again on request', async () => {
  await open()
  await screen.findByText('Import your stock from a file')
  server.use(http.post('*/inventory/imports', () => HttpResponse.error(), { once: true }))
  await choose(csv('stock.csv'))
  expect(await uploads().findByText('The connection was lost. Nothing was imported.')).toBeTruthy()
  const sent = mockUpload()
  await userEvent.click(uploads().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a first file of its kind is confirmed once: what is missing is said, and examples show the amounts', async () => {
  fitting = []
  const sent = mockUpload()
  const asked = mockRoute(inventoryProfilesRoutes.examples, ({ body }) => {
    const hasPrice = Object.values(body.settings.columns ?? {}).some(({ field }) => field === 'price')
    return {
      data: {
        problems: [],
        missing: hasPrice ? [] : ['price' as const],
        rows: [
          {
            event: 'Arsenal vs Spurs',
            venue: 'Emirates',
            day: '2030-11-28',
            time: null,
            section: 'Block 115',
            row: '11',
            first_seat: null,
            last_seat: null,
            quantity: 2,
            price: hasPrice ? gbp('90.00') : null,
            buyer_pays: hasPrice ? gbp('94.50') : null,
            proceeds: hasPrice ? gbp('90.00') : null,
            cost: null,
            delivery: null,
            problems: [],
          },
        ],
      },
    }
  })
  const created = mockRoute(inventoryProfilesRoutes.create, ({ body }) => {
    if (created.length === 1) return errorReply(409, 'Taken', 'inventory_profile.name_taken')
    return { data: wireProfile({ id: 'ipf_new', name: body.name }) }
  })
  const router = await open()
  await screen.findByText('Import your stock from a file')
  await choose(csv('own sheet.csv'))
  expect(await screen.findByText('Terrace does not know this kind of file yet')).toBeTruthy()
  expect(await screen.findByText('Say which column is the price.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save profile and upload' }))
  expect(screen.getAllByText('Say which column is the price.')).toHaveLength(2)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Meaning of Price' }), 'Price')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What Price says' }), 'What you receive')
  const examples = within(screen.getByRole('region', { name: 'Examples' }))
  expect(await examples.findByText('£94.50')).toBeTruthy()
  await waitFor(() =>
    expect(asked.at(-1)?.body.settings.columns).toMatchObject({
      Price: { field: 'price', unit: 'proceeds_per_ticket' },
    }),
  )
  const save = screen.getByRole('button', { name: 'Save profile and upload' })
  await waitFor(() => expect(screen.queryByText('Say which column is the price.')).toBeNull())
  await userEvent.click(save)
  expect(await screen.findByText('Another profile of your team has this name.')).toBeTruthy()
  const name = screen.getByRole('textbox', { name: 'Name of this profile' })
  expect((name as HTMLInputElement).value).toBe('own sheet')
  await userEvent.type(name, ' 2')
  await userEvent.click(save)
  await waitFor(() => expect(sent[0]?.query.get('profile_id')).toBe('ipf_new'))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/imp_1$/))
})

test('when two profiles read the same columns, a person chooses', async () => {
  profiles = [wireProfile(), wireProfile({ id: 'ipf_2', name: 'Second system' })]
  fitting = profiles.map(({ id }) => ({ id, needs_event: false }))
  const sent = mockUpload()
  await open()
  await screen.findByText('Import your stock from a file')
  await choose(csv('stock.csv'))
  expect(await screen.findByText('More than one profile reads these columns')).toBeTruthy()
  await userEvent.click(await screen.findByRole('radio', { name: /Second system/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Upload with this profile' }))
  await waitFor(() => expect(sent[0]?.query.get('profile_id')).toBe('ipf_2'))
})

test('a saved profile is edited as a new version, and archived', async () => {
  const changed = mockRoute(inventoryProfilesRoutes.change, ({ body }) => ({
    data: wireProfile({ name: body.name, version: 4 }),
  }))
  const archived = mockRoute(inventoryProfilesRoutes.archive, () => ({ data: { id: 'ipf_1' } }))
  await renderRoute('/sell/imports/profiles', { user: { ...seller, base_currency: 'GBP' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Our system' }))
  await userEvent.click(await screen.findByRole('radio', { name: /Full replace/ }))
  const price = within(screen.getByRole('radiogroup', { name: 'Price: who decides' }))
  await userEvent.click(price.getByRole('radio', { name: 'Terrace' }))
  const percent = screen.getByRole('textbox', { name: 'Percent of what is on sale' })
  await userEvent.clear(percent)
  await userEvent.type(percent, '10')
  await userEvent.click(screen.getByRole('button', { name: 'Save version 4' }))
  await waitFor(() => expect(changed).toHaveLength(1))
  expect(changed[0]?.body).toMatchObject({
    version: 3,
    settings: { mode: 'full_replace', owners: { price: 'site' }, wipe_guard: { rows: 20, percent: 10 } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Archive Our system' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/12 listings stay on sale/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }))
  await waitFor(() => expect(archived).toHaveLength(1))
})

test('the focus stays in the list of profiles when one is archived', async () => {
  profiles = [wireProfile(), wireProfile({ id: 'ipf_2', name: 'Second system' })]
  mockRoute(inventoryProfilesRoutes.archive, () => {
    profiles = profiles.slice(1)
    return { data: { id: 'ipf_1' } }
  })
  await renderRoute('/sell/imports/profiles', { user: { ...seller, base_currency: 'GBP' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Archive Our system' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }))
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^(?:Edit|Archive) Second system$/),
  )
})
